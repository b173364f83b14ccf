import { foldText } from '#lib/capabilities/search-words.ts'
import { contentWords } from './content-words.ts'

/** What a sentence claims, and what has to stand in a source for it. */
export interface Claim {
  readonly words: ReadonlySet<string>
  /** Numbers and names: a source without one of them does not support the sentence. */
  readonly marks: readonly string[]
}

export function toClaim(sentence: string): Claim {
  return { words: claimWords(sentence), marks: [...numbersOf(sentence), ...namesOf(sentence)] }
}

/** The content words of a text, without the endings that a sentence may give them another way. */
export function claimWords(text: string): Set<string> {
  return new Set(contentWords(text).map(word => word.replace(/(?<=\w{3})(?:ing|ed|ly|es|e)$/u, '')))
}

/** The part of a sentence's content words that stand in a text, 0…1. */
export function shareOf({ words }: Claim, passage: ReadonlySet<string>): number {
  if (words.size === 0) return 0
  let common = 0
  for (const word of words) if (passage.has(word)) common += 1
  return common / words.size
}

/** Whether every number and name of a sentence stands in a text. */
export function holdsMarks({ marks }: Claim, text: MarkedText): boolean {
  return marks.every(mark => (/^\d/.test(mark) ? text.numbers.has(mark) : text.folded.includes(mark)))
}

export interface MarkedText {
  readonly numbers: ReadonlySet<string>
  readonly folded: string
}

export function toMarkedText(text: string): MarkedText {
  return { numbers: new Set(numbersOf(text)), folded: foldText(text) }
}

/** `1,852`, `1 852` and `1852` are one number; `3.50` and `3.5`, too. */
function numbersOf(text: string): string[] {
  return Array.from(text.matchAll(/\d+(?:[,\u00a0\u202f' ]\d{3})*(?:\.\d+)?/gu), ([number]) => {
    const plain = number.replace(/[,\u00a0\u202f' ]/gu, '')
    return plain.includes('.') ? plain.replace(/\.?0+$/u, '') : plain
  })
}

/** Words with a capital that do not begin a sentence, where capitals mean names. */
function namesOf(sentence: string): string[] {
  const words = sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  return words
    .slice(1)
    .filter(word => /^\p{Lu}[\p{Ll}\p{Lu}]/u.test(word))
    .map(word => foldText(word.replace(/['’]s?$/u, '')))
}
