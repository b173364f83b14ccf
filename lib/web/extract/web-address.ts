const charsMax = 8192

/** An address of a page as http or https, absolute; null for other schemes and for what is none. */
export function toWebAddress(text: string, base: string): string | null {
  if (text.length > charsMax) return null
  const url = URL.parse(text.trim(), base)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/** What the addresses of a page are relative to when it has a `<base>`. */
export function findBase(href: string, url: string): string {
  return toWebAddress(href, url) ?? url
}
