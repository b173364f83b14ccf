import { decodeAddress } from '#lib/client/web-address.ts'

/** The links that contain every word, ignoring case; the decoded path counts too. */
export function filterLinks(links: readonly string[], search: string): readonly string[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return links
  return links.filter(link => {
    const text = `${link}\n${decodeAddress(link)}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
