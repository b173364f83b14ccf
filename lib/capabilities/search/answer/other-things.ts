import { claimWords } from './claim.ts'
import { contentWords } from './content-words.ts'
import { withoutSubject } from '#lib/capabilities/search/answer/facts/subject.ts'
import { toTerms } from '#lib/capabilities/search/answer/facts/terms.ts'

/**
 * Whether a sentence is about a thing beside the one asked for: a week ticket instead of a day ticket, or the fair of a
 * town instead of the town.
 */
export function concernsOther(question: string, sentence: string, subject: ReadonlySet<string>): boolean {
  const said = withoutSubject(sentence, subject)
  const asked = stemsOf(withoutSubject(question, subject))
  const part =
    /^(?:(?:the|an?)\s+(\p{Ll}+)\s+(?:of|in|at)\s+it\b|its\s+(\p{Ll}+)\s+(?:is|was|are|were|has|had)\b)/iu.exec(
      said,
    )
  const word = part?.[1] ?? part?.[2]
  if (word !== undefined && !kinds.test(word) && !hasTerm(word, asked)) return true
  if (!/\b(?:who|whom|whose|where|which|capital|name)\b/iu.test(question) && otherName.test(said)) return true
  return pairsOf(question).some(([first, second]) => {
    if (hasTerm(first, stemsOf(said))) return false
    const before = new RegExp(`(\\p{Ll}+)\\s+${RegExp.escape(second)}s?(?!\\p{L})`, 'iu').exec(said)?.[1]
    return (
      before !== undefined &&
      contentWords(before).length > 0 &&
      !qualifiers.test(before) &&
      !hasTerm(before, asked)
    )
  })
}

/** Whether both statements hold under conditions of their own: for adults, or for children. */
export function haveOtherConditions(one: string, other: string, question: string): boolean {
  const asked = stemsOf(question)
  const [left, right] = [one, other].map(sentence =>
    Array.from(sentence.matchAll(condition), ([, ...words]) =>
      (words.find(Boolean) ?? '').toLowerCase(),
    ).filter(word => !hasTerm(word, asked)),
  )
  if (left === undefined || right === undefined) return false
  // "For concerts it is …", beside what is true in general.
  if (left.length === 0 || right.length === 0) {
    return (left.length > 0 && begins(one)) || (right.length > 0 && begins(other))
  }
  return !left.some(word => right.includes(word))
}

function begins(sentence: string): boolean {
  return sentence.search(condition) === 0
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
  return [...stemsOf(word)].some(stem => stems.has(stem))
}

/** Neighboring nouns in lower case, such as "day ticket". */
function pairsOf(question: string): (readonly [string, string])[] {
  const words = question.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  return words.slice(1).flatMap((second, at) => {
    const first = words[at] ?? ''
    const areNouns = [first, second].every(word => /^\p{Ll}/u.test(word) && contentWords(word).length > 0)
    return areNouns && !qualifiers.test(first) ? [[first, second] as const] : []
  })
}
