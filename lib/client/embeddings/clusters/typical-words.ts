import { functionWords } from './function-words.ts'
import { readWords } from './read-words.ts'

const wordsPerCluster = 3
/** What a word of a single text reaches in a cluster of about twenty; in larger ones it is no topic. */
const scoreMin = 0.05
/** Texts of a cluster that are read; more hardly change the words. */
const textsPerCluster = 2_000

/**
 * Words that tell each cluster from the others: of the words in its texts, those that are far more frequent there
 * than elsewhere (share of texts × log of the ratio of shares, a tf-idf over clusters). What is common everywhere
 * comes out at nought in any language.
 * @param texts per cluster, those nearest to its middle first: of words that are equally typical theirs win
 * @returns per cluster up to three words, most typical first
 */
export function typicalWords(texts: readonly (readonly string[])[]): string[][] {
  const read = texts.map(list => evenly(list, textsPerCluster))
  const counts = read.map(countTexts)
  const total = read.reduce((sum, list) => sum + list.length, 0)
  const totals = new Map<string, number>()
  for (const count of counts) {
    for (const [word, texts] of count) totals.set(word, (totals.get(word) ?? 0) + texts)
  }

  return counts.map((count, cluster) => {
    const size = read[cluster]?.length ?? 0
    const scored = [...count].flatMap(([word, inside]) => {
      const outside = (totals.get(word) ?? 0) - inside
      const shareInside = inside / size
      const shareOutside = (outside + 1) / (total - size + 1)
      const score = shareInside * Math.log(shareInside / shareOutside)
      return score > scoreMin ? [{ word, score }] : []
    })
    return scored
      .toSorted((one, other) => other.score - one.score)
      .slice(0, wordsPerCluster)
      .map(({ word }) => word)
  })
}

/** In how many texts each word stands. */
function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of topicWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function topicWords(text: string): Set<string> {
  return new Set(readWords(text).filter(word => !functionWords.has(word.replaceAll('’', "'"))))
}

function evenly(list: readonly string[], size: number): readonly string[] {
  if (list.length <= size) return list
  return Array.from({ length: size }, (_, index) => list[Math.floor((index * list.length) / size)] ?? '')
}
