/**
 * Deterministic vectors: each word has its own direction, and the vector of a text is their normalized sum.
 */
export function wordVector(text: string, dimensions: number): number[] {
  const sum = Array.from({ length: dimensions }, () => 0)
  for (const word of wordsOf(text)) {
    let state = hash(word)
    for (let at = 0; at < dimensions; at++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      sum[at] = (sum[at] ?? 0) + state / 2 ** 31 - 1
    }
  }
  return normalise(sum)
}

export function normalise(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map(value => (length === 0 ? 0 : value / length))
}

/** Share of the query's words that a document has, 0 to 1. */
export function wordOverlap(query: string, document: string): number {
  const words = new Set(wordsOf(document))
  const asked = new Set(wordsOf(query))
  return [...asked].filter(word => words.has(word)).length / asked.size
}

// A text without words, such as one of spaces, is one word by itself.
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]
}

function hash(word: string): number {
  let state = 2_166_136_261
  for (const character of word) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return state
}
