const saturation = 1.2
const lengthWeight = 0.75
const leastWeight = 1e-6

const shareMax = 0.2
const chunksMin = 500
const leastWords = 3

/** The number of chunks above which a word is common. */
export function commonAbove(chunks: number): number {
  return Math.max(chunksMin, Math.floor(shareMax * chunks))
}

export interface CountedWord {
  readonly word: string
  /** The chunks that have it. */
  readonly count: number
}

/**
 * Drops common words, which are not informative and take the most time; if all words are common, keeps the rarest.
 * @param chunks all teams and deleted chunks may count: accurate enough to detect common words
 * @returns the rarest first
 */
export function toInformative(words: readonly CountedWord[], chunks: number): readonly CountedWord[] {
  const rarest = words.toSorted((one, other) => one.count - other.count)
  const informative = rarest.filter(({ count }) => count <= commonAbove(chunks))
  return informative.length === 0 ? rarest.slice(0, leastWords) : informative
}

/** The weight of a word by the number of chunks that have it. */
export function toWordWeight(holders: number, chunks: number): number {
  return Math.max(leastWeight, Math.log((chunks - holders + 0.5) / (holders + 0.5)))
}

export interface WordRank {
  readonly id: number
  /** BM25, more than 0. */
  readonly score: number
}

/**
 * BM25 with the constants of SQLite's FTS5, so that both databases rank alike.
 * @param chunks with their indexed words, separated by spaces
 * @param weights of the words of the query
 * @returns those with any of the words, best first
 */
export function rankWords(
  chunks: readonly { readonly id: number; readonly words: string }[],
  weights: ReadonlyMap<string, number>,
): WordRank[] {
  const counted = chunks.map(({ id, words }) => {
    const all = words.split(' ')
    const counts = new Map<string, number>()
    for (const word of all) if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { id, length: all.length, counts }
  })
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  return counted
    .map(({ id, length, counts }) => {
      const dampening = saturation * (1 - lengthWeight + (lengthWeight * length) / meanLength)
      const score = counts.entries().reduce((sum, [word, times]) => {
        return sum + ((weights.get(word) ?? 0) * times * (saturation + 1)) / (times + dampening)
      }, 0)
      return { id, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.id - other.id)
}
