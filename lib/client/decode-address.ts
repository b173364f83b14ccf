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
