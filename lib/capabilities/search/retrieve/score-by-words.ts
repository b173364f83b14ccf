import { foldText } from '#lib/capabilities/search-words.ts'
import { contentWords } from '#lib/capabilities/search/answer/content-words.ts'

/**
 * The share of query words in each text, weighted by rarity.
 * @returns one score per text, 0…1; all 0 if the question has no words
 */
export function scoreByWords(question: string, texts: readonly string[]): number[] {
  const asked = [...new Set(contentWords(question))]
  const bags = texts.map(text => bagOf(text, asked))
  const weights = asked.map(word => {
    const having = bags.reduce((count, bag) => count + (bag.has(word) ? 1 : 0), 0)
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5)) + 0.1
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return texts.map(() => 0)
  return bags.map(
    bag => asked.reduce((sum, word, at) => sum + (bag.has(word) ? (weights[at] ?? 0) : 0), 0) / total,
  )
}

const nothing: ReadonlySet<string> = new Set()

/** The words of a text; none if it has no query word: segmentation takes most of the time. */
function bagOf(text: string, asked: readonly string[]): ReadonlySet<string> {
  const folded = foldText(text)
  return asked.some(word => folded.includes(word)) ? new Set(contentWords(text)) : nothing
}
