// The same estimate as before a run: four bytes per token, shown with ≈.
const bytesPerToken = 4
const encoder = new TextEncoder()

/**
 * Estimates how much of a document a reranker read; the API does not report it.
 * @param tokensMax truncation limit of documents
 * @returns number of UTF-16 units read; null when the whole text fits
 */
export function estimateReadExtent(text: string, tokensMax: number): number | null {
  const bytesMax = Math.max(0, tokensMax) * bytesPerToken
  // A unit has at most three bytes: most texts need no counting.
  if (text.length * 3 <= bytesMax) return null
  if (encoder.encode(text).length <= bytesMax) return null
  const { read } = encoder.encodeInto(text, new Uint8Array(bytesMax))
  return read
}
