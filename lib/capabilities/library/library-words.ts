import { functionWords, toWords } from '#lib/capabilities/search-words.ts'

const wordCharsMax = 64
// Scripts without spaces, segmented differently from sentence to sentence.
const runsOfIdeographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu

/**
 * The search terms of a text: folded, in order. Chinese and Japanese also by each pair of characters, because
 * a word in a query may be part of another word in a text.
 */
export function toLibraryWords(text: string): string[] {
  const pairs = (text.normalize('NFKC').match(runsOfIdeographs) ?? []).flatMap(toPairs)
  return [...toWords(text).map(word => word.slice(0, wordCharsMax)), ...pairs]
}

// Each word is a lookup; the first hundred of a query are enough.
const queryWordsMax = 100

/** The search terms of a query, each once, without function words unless it has no others. */
export function toQueryWords(query: string): string[] {
  const words = [...new Set(toLibraryWords(query))]
  const informative = words.filter(word => !functionWords.has(word))
  return (informative.length === 0 ? words : informative).slice(0, queryWordsMax)
}

function toPairs(run: string): string[] {
  const characters = Array.from(run)
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}
