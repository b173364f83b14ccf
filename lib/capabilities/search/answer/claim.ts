import { foldText } from '#lib/capabilities/search-words.ts'
import { contentWords } from './content-words.ts'

/** A sentence's claim, and what a source must contain to support it. */
export interface Claim {
  readonly words: ReadonlySet<string>
  /** Numbers and names: a source without one of them does not support the sentence. */
  readonly marks: readonly string[]
}

export function toClaim(sentence: string): Claim {
  return { words: claimWords(sentence), marks: [...numbersOf(sentence), ...namesOf(sentence)] }
}

/** The content words of a text, stemmed, because a sentence may inflect them differently. */
export function claimWords(text: string): Set<string> {
  return new Set(contentWords(text).map(word => word.replace(/(?<=\w{3})(?:ing|ed|ly|es|e)$/u, '')))
}

/** `1,852`, `1 852` and `1852` are one number, and so are `3.50` and `3.5`. */
export function numbersOf(text: string): string[] {
  return Array.from(text.matchAll(/\d+(?:[,\u00a0\u202f' ]\d{3})*(?:\.\d+)?/gu), ([number]) => {
    const plain = number.replace(/[,\u00a0\u202f' ]/gu, '')
    return plain.includes('.') ? plain.replace(/\.?0+$/u, '') : plain
  })
}

/** Capitalized words that do not begin a sentence, in languages that capitalize only names. */
export function namesOf(sentence: string): string[] {
  const words = sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  return words
    .slice(1)
    .filter(word => /^\p{Lu}[\p{Ll}\p{Lu}]/u.test(word))
    .map(word => foldText(word.replace(/['’]s?$/u, '')))
}

const negation =
  /\b(?:not|no|never|none|neither|nor|without|cannot|no one|nothing|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|don['’]t|doesn['’]t|didn['’]t|won['’]t|can['’]t|couldn['’]t|shouldn['’]t|wouldn['’]t|hasn['’]t|haven['’]t|hadn['’]t|nicht|kein\w*|nie|niemals|ne|pas|jamais|nunca|sin|non|senza)\b/giu

/** Whether a sentence denies its claim: an odd number of negations. */
export function isNegated(sentence: string): boolean {
  return (sentence.match(negation)?.length ?? 0) % 2 === 1
}
