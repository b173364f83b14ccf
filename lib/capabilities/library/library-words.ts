import { toWords } from '#lib/capabilities/search-words.ts'

const wordCharsMax = 64
// Written without spaces, and cut into words differently from sentence to sentence.
const runsOfIdeographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu

/**
 * The words that a text is found by: folded, in order. Chinese and Japanese also by each pair of characters, because
 * what a dictionary takes for one word in a question may be a part of another in a text.
 */
export function toLibraryWords(text: string): string[] {
  const pairs = (text.normalize('NFKC').match(runsOfIdeographs) ?? []).flatMap(toPairs)
  return [...toWords(text).map(word => word.slice(0, wordCharsMax)), ...pairs]
}

function toPairs(run: string): string[] {
  const characters = Array.from(run)
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}
