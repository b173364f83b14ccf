import { splitWords } from './split-words.ts'

// The usual values, those of Lucene.
const k1 = 1.2
const b = 0.75

/**
 * Scores documents by the words they share with the query: what a reranker has to beat.
 * @returns one score a document, 0 where no word is shared, without an upper bound
 * @see Robertson and Zaragoza 2009; the idf is Lucene's, never negative
 */
export function bm25(query: string, documents: readonly string[]): readonly number[] {
  const counts = documents.map(text => countWords(text))
  const averageLength = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counts.length)
  const terms = [...new Set(splitWords(query).map(({ word }) => word))].map(word => {
    const holding = counts.filter(({ byWord }) => byWord.has(word)).length
    return { word, idf: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) }
  })
  return counts.map(({ byWord, length }) =>
    terms.reduce((score, { word, idf }) => {
      const count = byWord.get(word) ?? 0
      if (count === 0) return score
      return score + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / averageLength))
    }, 0),
  )
}

function countWords(text: string) {
  const words = splitWords(text)
  const byWord = new Map<string, number>()
  for (const { word } of words) byWord.set(word, (byWord.get(word) ?? 0) + 1)
  return { byWord, length: words.length }
}
