/**
 * F1 score of the words of a text against the expected ones, with repetitions; 1 is an exact match. Optional words may
 * be in the text, any number of times, or be missing.
 */
export function wordScore(text: string, wanted: string, optional = ''): number {
  const left = count(wanted)
  const free = count(optional)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let hits = 0
  let misses = 0
  for (const word of words) {
    const rest = left.get(word) ?? 0
    if (rest > 0) {
      hits++
      left.set(word, rest - 1)
      continue
    }
    if (!free.has(word)) misses++
  }
  const wantedCount = (wanted.match(/[\p{L}\p{N}]+/gu) ?? []).length
  return hits === 0 ? 0 : (2 * hits) / (hits + misses + wantedCount)
}

function count(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
