// Characters that turn or hide text could make one address look like another.
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u

/** An address, or a part of one, as people read it; as it is where decoding fails or would mislead. */
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
