const saturation = 1.2
const lengthWeight = 0.75

/**
 * How much of a query's words each document has, as BM25 weighs them: rare words among the documents count more, a
 * repeated word a little more, a long document's less.
 * @returns for each document its BM25 score as a part of what a document could have at most, 0 to 1
 */
export function wordCoverage(query: readonly string[], documents: readonly (readonly string[])[]): number[] {
  const wanted = new Set(query)
  const counts = documents.map(words => countWords(words, wanted))
  const meanLength = documents.reduce((sum, words) => sum + words.length, 0) / documents.length
  const weights = new Map(
    [...wanted].map(word => {
      const holders = counts.filter(count => count.has(word)).length
      return [word, Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5))] as const
    }),
  )
  const best = weights.values().reduce((sum, weight) => sum + weight * (saturation + 1), 0)
  return counts.map((count, index) => {
    const length = (documents[index]?.length ?? 0) / Math.max(1, meanLength)
    const score = count.entries().reduce((sum, [word, times]) => {
      const dampened = times + saturation * (1 - lengthWeight + lengthWeight * length)
      return sum + ((weights.get(word) ?? 0) * times * (saturation + 1)) / dampened
    }, 0)
    return best === 0 ? 0 : score / best
  })
}

function countWords(words: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
