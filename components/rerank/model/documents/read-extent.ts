// As before a run elsewhere: four bytes a token, and shown with ≈.
const bytesPerToken = 4
const encoder = new TextEncoder()

/**
 * About how much of a document a reranker read. The API does not say it, so it is an estimate.
 * @param tokensMax where documents are cut
 * @returns UTF-16 units that were read; null where the whole text fits
 */
export function estimateReadExtent(text: string, tokensMax: number): number | null {
  const bytesMax = Math.max(0, tokensMax) * bytesPerToken
  // A unit has at most three bytes: most texts need no counting.
  if (text.length * 3 <= bytesMax) return null
  if (encoder.encode(text).length <= bytesMax) return null
  const { read } = encoder.encodeInto(text, new Uint8Array(bytesMax))
  return read
}
