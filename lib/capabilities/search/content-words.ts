import { toWords } from '#lib/capabilities/search-words.ts'
import { stopWords } from './stop-words.ts'

/** The words that say what a text is about, folded; each as often as it stands there. */
export function contentWords(text: string): string[] {
  return toWords(text).filter(word => isLong(word) && !stopWords.has(word))
}

/** A single letter says little, a single digit or Chinese character much. */
function isLong(word: string): boolean {
  return word.length > 1 || !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(word)
}
