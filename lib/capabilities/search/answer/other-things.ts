import { claimWords } from './claim.ts'
import { contentWords } from './content-words.ts'
import { withoutSubject } from '#lib/capabilities/search/answer/facts/subject.ts'
import { toTerms } from '#lib/capabilities/search/answer/facts/terms.ts'

/** The things that a question asks about, read once. */
export interface AskedThings {
  /** In other words, too. */
  readonly stems: ReadonlySet<string>
  /** Without its subject. */
  readonly bareStems: ReadonlySet<string>
  readonly asksForName: boolean
  readonly pairs: readonly NounPair[]
}

/** Neighboring nouns, such as "day ticket". */
interface NounPair {
  readonly firstStems: ReadonlySet<string>
  /** Finds the second noun with the word before it. */
  readonly second: RegExp
}

/** The conditions under which a statement holds: for adults, in winter. */
export interface Conditions {
  /** Without those of the question. */
  readonly words: readonly string[]
  readonly isFirst: boolean
}

export function toThings(question: string, subject: ReadonlySet<string>): AskedThings {
  return {
    stems: stemsOf(question),
    bareStems: stemsOf(withoutSubject(question, subject)),
    asksForName: /\b(?:who|whom|whose|where|which|capital|name)\b/iu.test(question),
    pairs: pairsOf(question),
  }
}

/**
 * Whether a sentence is about a thing beside the one asked for: a week ticket instead of a day ticket, or the fair of a
 * town instead of the town.
 * @param said the sentence without the subject
 */
export function concernsOther(said: string, { bareStems, asksForName, pairs }: AskedThings): boolean {
  const part =
    /^(?:(?:the|an?)\s+(\p{Ll}+)\s+(?:of|in|at)\s+it\b|its\s+(\p{Ll}+)\s+(?:is|was|are|were|has|had)\b)/iu.exec(
      said,
    )
  const word = part?.[1] ?? part?.[2]
  if (word !== undefined && !kinds.test(word) && !hasTerm(word, bareStems)) return true
  if (!asksForName && otherName.test(said)) return true
  if (pairs.length === 0) return false
  const stems = stemsOf(said)
  return pairs.some(({ firstStems, second }) => {
    if (!firstStems.isDisjointFrom(stems)) return false
    const before = second.exec(said)?.[1]
    return (
      before !== undefined &&
      contentWords(before).length > 0 &&
      !qualifiers.test(before) &&
      !hasTerm(before, bareStems)
    )
  })
}

export function toConditions(sentence: string, { stems }: AskedThings): Conditions {
  const words = Array.from(sentence.matchAll(condition), ([, ...found]) =>
    (found.find(Boolean) ?? '').toLowerCase(),
  )
  return { words: words.filter(word => !hasTerm(word, stems)), isFirst: sentence.search(condition) === 0 }
}

/** Whether both statements hold under conditions of their own: for adults, or for children. */
export function haveOtherConditions(one: Conditions, other: Conditions): boolean {
  // "For concerts it is …", beside what is true in general.
  if (one.words.length === 0 || other.words.length === 0) {
    return [one, other].some(({ words, isFirst }) => words.length > 0 && isFirst)
  }
  return !one.words.some(word => other.words.includes(word))
}

const condition =
  /\b(?:for|during|among)\s+(?:the\s+)?(\p{Ll}{3,})|\bin\s+(winter|summer|spring|autumn)\b|\bon\s+((?:week|sun|mon|tues|wednes|thurs|fri|satur)(?:days|ends))\b/giu

/** "Madrid, the capital of it, has …" */
const otherName =
  /^(?!The\b|An?\b|It\b)\p{Lu}\p{L}+(?:,\s(?:the|an?)\s|(?:\s\p{Lu}\p{L}+)+\s(?:is|was|has|had)\b)/u

/** Words that say the kind of the subject itself. */
const kinds =
  /^(?:town|city|village|country|county|state|region|island|river|lake|company|club|university|museum|battle|republic|kingdom|name|portion|serving|pack|piece|copy|bottle|unit)$/iu

/** Words that tell nothing apart. */
const qualifiers =
  /^(?:recommended|standard|maximum|minimum|current|new|old|former|normal|total|official|average|main|present|regular|exact)$/iu

/** In other words, too; a phrase such as "how long does it last" has words of its own. */
function stemsOf(text: string): ReadonlySet<string> {
  return claimWords(text).union(toTerms(text))
}

function hasTerm(word: string, stems: ReadonlySet<string>): boolean {
  return !stemsOf(word).isDisjointFrom(stems)
}

// Each is looked for in each sentence, and a question may have thousands of words.
const pairsMax = 32

/** The different pairs of neighboring nouns in lower case. */
function pairsOf(question: string): NounPair[] {
  const words = question.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const pairs = new Map<string, NounPair>()
  for (const [at, second] of words.slice(1).entries()) {
    if (pairs.size === pairsMax) break
    const first = words[at] ?? ''
    const key = `${first} ${second}`
    if (pairs.has(key) || qualifiers.test(first) || ![first, second].every(isNoun)) continue
    pairs.set(key, {
      firstStems: stemsOf(first),
      second: new RegExp(`(?<!\\p{Ll})(\\p{Ll}+)\\s+${RegExp.escape(second)}s?(?!\\p{L})`, 'iu'),
    })
  }
  return [...pairs.values()]
}

function isNoun(word: string): boolean {
  return /^\p{Ll}/u.test(word) && contentWords(word).length > 0
}
