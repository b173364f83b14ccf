import { foldText, toWords } from '#lib/capabilities/search-words.ts'
import { namesOf } from '#lib/capabilities/search/answer/claim.ts'
import { contentWords } from '#lib/capabilities/search/answer/content-words.ts'

/**
 * Words that name the subject of a question: its names, as far as the sources have them, and a source's title if the
 * question contains all of it.
 */
export function subjectOf(
  question: string,
  titles: readonly string[],
  texts: readonly { readonly text: string }[],
): Set<string> {
  // "Heat pumps" is the subject of a question on a heat pump.
  const asked = new Map(plainWords(question).map(word => [stemOf(word), word]))
  const known = new Set([...titles, ...texts.map(({ text }) => text)].flatMap(plainWords))
  // A name that no source has may be an abbreviation of what is asked for, such as GDP.
  const named = namesOf(question)
    .flatMap(plainWords)
    .filter(word => known.has(word))
  const contained = titles
    .map(title => plainWords(title).map(stemOf))
    .filter(stems => stems.length > 0 && stems.every(stem => asked.has(stem)))
    .map(stems => stems.map(stem => asked.get(stem) ?? stem))
  return new Set([...named, ...contained.flat()].filter(word => contentWords(word).length > 0))
}

/**
 * The names that the source on the subject has in its title, if one has: "Which version of Java does Parcelo need?" asks
 * about Parcelo, and a sentence that answers it has to say Java.
 */
export function topicOf(names: ReadonlySet<string>, titles: readonly string[]): ReadonlySet<string> {
  const inTitles = titles.map(title => names.intersection(new Set(plainWords(title))))
  const most = inTitles.reduce((best, each) => (each.size > best.size ? each : best), new Set<string>())
  return most.size === 0 ? names : most
}

/**
 * Names that no source has: what sources say of other subjects is no answer. Not abbreviations, which may be what is
 * asked for, and not those that begin like a word of a source, such as "Norwegian".
 */
export function unknownNames(
  question: string,
  titles: readonly string[],
  texts: readonly { readonly text: string }[],
): string[] {
  const known = new Set([...titles, ...texts.map(({ text }) => text)].flatMap(plainWords).map(beginOf))
  const short = new Set(question.match(/(?<![\p{L}\p{N}])\p{Lu}{2,6}(?![\p{L}\p{N}])/gu)?.map(foldText))
  return namesOf(question)
    .filter(name => !short.has(name))
    .flatMap(plainWords)
    .filter(word => !known.has(beginOf(word)) && contentWords(word).length > 0)
}

const beginChars = 4

function beginOf(word: string): string {
  return word.slice(0, beginChars)
}

/** Words of a subject that other titles have, too: of the "Cedar Handbook" they are no sign. */
export function sharedWords(subject: ReadonlySet<string>, titles: readonly string[]): Set<string> {
  const others = titles.map(title => new Set(plainWords(title))).filter(words => !subject.isSubsetOf(words))
  return new Set([...subject].filter(word => others.some(words => words.has(word))))
}

/** Whether a text names the subject, or half of its words with one that only the subject has. */
export function mentionsSubject(
  text: string,
  subject: ReadonlySet<string>,
  shared: ReadonlySet<string>,
): boolean {
  if (subject.size === 0) return true
  const found = subject.intersection(new Set(plainWords(text)))
  if (found.size === subject.size) return true
  if (found.size * 2 < subject.size || found.isSubsetOf(shared)) return false
  // "Seven awards" are not Seven Bells.
  return [...found].some(word => isWrittenAsName(word, text))
}

function isWrittenAsName(word: string, text: string): boolean {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ([found]) => found).some(
    // "2 trillion" does not name the Corvus 2.
    found => /^\p{Lu}|\p{L}.*\p{N}|\p{N}.*\p{L}/u.test(found) && foldText(found) === word,
  )
}

/** The text with "it" for its subject, so that what is said about it is compared. */
export function withoutSubject(text: string, subject: ReadonlySet<string>): string {
  if (subject.size === 0) return text
  const word = [...subject].map(each => RegExp.escape(each)).join('|')
  const name = `(?<![\\p{L}\\p{N}])(?:${word})(?![\\p{L}\\p{N}])(?:['’]s)?`
  const run = `(?:\\b(?:the|an?)\\s+)?(?<name>${name}(?:[\\s-]+(?:(?:of|the|and|for)\\s+)?${name})*)`
  return text.replace(new RegExp(run, 'giu'), (found, named: string) => {
    const words = plainWords(named).filter(each => subject.has(each))
    // A house need not be Fenmoor House, and Corvane Werke is not the Corvane 7.
    const whole = words.length === subject.size || (/\p{Lu}/u.test(named) && words.length * 2 >= subject.size)
    return whole ? 'it' : found
  })
}

function plainWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function stemOf(word: string): string {
  return toWords(word).join('')
}
