// Bidirectional and invisible characters could make one URL look like another.
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u

/** A readable URL or part of one; unchanged if decoding fails or would mislead. */
export function decodeAddress(text: string): string {
  if (!text.includes('%')) return text
  try {
    const decoded = decodeURIComponent(text)
    return misleading.test(decoded) ? text : decoded
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** Whether the API can read this URL. */
export function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}

/** A file name for this page, from its host and path, without an extension. */
export function toFileName(address: string): string {
  const url = URL.parse(address)
  const name = `${url?.host ?? ''}${url?.pathname ?? address}`.replace(/\.(html?|php|aspx?)$/i, '')
  return (
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'page'
  )
}
