import { foldText, toWords } from '#lib/capabilities/search-words.ts'
import { cosine } from '#lib/capabilities/search/retrieve/cosine.ts'
import { namesOf } from './claim.ts'
import { contentWords } from './content-words.ts'
import { splitSentences } from './sentences.ts'
import { abbreviate, abbreviationsOf, shareOf, toTerms } from './terms.ts'

/** A text that may hold the answer, with its title and heading. */
export interface EvidenceText {
  readonly context: string
  readonly text: string
}

/** Vectors of texts that are compared with each other, and of those that are compared with the query. */
export type EmbedAll = (texts: readonly string[]) => Promise<readonly Float32Array[] | null>

/** Whether a text states the fact asked for. A model that can read it decides what lies between. */
export type Verdict = 'yes' | 'likely' | 'possible' | 'no'

interface Asked {
  readonly question: string
  /** Null: only words are compared. */
  readonly query: Float32Array | null
  /** Titles of all sources. */
  readonly titles: readonly string[]
  /** Similarity of unrelated texts. */
  readonly floor: number
}

/**
 * Whether each text has a sentence that states the fact asked for: texts on the subject of a question are similar to
 * it whatever they say, so that similarity alone finds the population where the GDP was asked. Only words decide
 * where the embedding model is not used or fails.
 * @returns null where the question asks for no single fact
 */
export async function findFacts(
  asked: Asked,
  texts: readonly EvidenceText[],
  embed: EmbedAll,
): Promise<Verdict[] | null> {
  const { question, titles, floor } = asked
  const subject = subjectOf(question, titles, texts)
  const bare = withoutSubject(question, subject)
  if (!asksForFact(question) || (toTerms(bare).size === 0 && !measures.test(bare))) return null
  const abbreviations = abbreviationsOf([question, ...texts.map(({ text }) => text)])
  const wanted = toTerms(abbreviate(bare, abbreviations))
  const candidates = texts.flatMap(({ context, text }, at) =>
    mentionsSubject(`${context} ${text}`, subject)
      ? splitSentences(text)
          .flatMap(toClauses)
          .map(sentence => ({ at, context, sentence }))
      : [],
  )
  if (candidates.length === 0) return texts.map(() => 'no')
  const likeness = await compare(asked, bare, subject, candidates, embed)
  const best = texts.map(() => -1)
  for (const [index, { at, sentence }] of candidates.entries()) {
    const common = shareOf(wanted, abbreviate(sentence, abbreviations))
    const alike = likeness?.[index]
    const typed = holdsType(question, sentence, subject)
    const score =
      alike === undefined
        ? scoreOfWords(common, typed)
        : above(alike.alone, floor) +
          contextWeight * above(alike.inContext, floor) +
          termsWeight * common -
          (typed ? 0 : typeWeight)
    best[at] = Math.max(best[at] ?? -1, score)
  }
  return best.map(toVerdict)
}

/**
 * Similarity of each sentence to the question, alone and in its context.
 * @returns null where they cannot be compared
 */
async function compare(
  { query }: Asked,
  bare: string,
  subject: ReadonlySet<string>,
  candidates: readonly { readonly context: string; readonly sentence: string }[],
  embed: EmbedAll,
): Promise<{ alone: number; inContext: number }[] | null> {
  if (query === null) return null
  const vectors = await embed([
    bare,
    ...candidates.map(({ sentence }) => withoutSubject(sentence, subject)),
    ...candidates.map(({ context, sentence }) => `${context}\n${sentence}`),
  ])
  const [asked, ...others] = vectors ?? []
  if (asked === undefined || asked.length !== query.length) return null
  if (others.length !== candidates.length * 2) return null
  const alone = others.slice(0, candidates.length).map(vector => cosine(asked, vector))
  const inContext = others.slice(candidates.length).map(vector => cosine(query, vector))
  return alone.map((each, index) => ({ alone: each, inContext: inContext[index] ?? -1 }))
}

/** Without any of the words asked for, only a model that reads the sentence can know. */
function scoreOfWords(common: number, typed: boolean): number {
  if (!typed) return 0
  return common >= commonEnough ? sure : common > 0 ? likely : possible
}

const clauseCharsMin = 80
const wordsMin = 3

/** A long sentence and its clauses: the fact may be in one of them. */
function toClauses(sentence: string): string[] {
  const whole = sentence.trim()
  if (whole.length < clauseCharsMin) return [whole]
  const clauses = whole
    .split(/[,;:–—()]\s|\s(?:which|whose|where|and|but)\s/u)
    .map(clause => clause.trim())
    .filter(clause => clause.split(/\s+/u).length >= wordsMin)
  return clauses.length < 2 ? [whole] : [whole, ...clauses]
}

// Fitted on half of the questions of `npm run bench answers`.
const contextWeight = 0.5
const termsWeight = 0.3
const typeWeight = 0.3
const sure = 0.75
const likely = 0.5
const possible = 0.2
const commonEnough = 0.5

function toVerdict(score: number): Verdict {
  return score >= sure ? 'yes' : score >= likely ? 'likely' : score >= possible ? 'possible' : 'no'
}

function above(similarity: number, floor: number): number {
  return (similarity - floor) / (1 - floor)
}

/** Adjectives that are no content words, but ask for a measure. */
const measures = /\bhow (?:long|many|much|large|high|big)\b/iu

const preposition = '(?:and|so|but|at|in|on|for|from|since|by|to|with|after|until)'
const adjective =
  '(?:many|much|long|high|tall|old|heavy|large|big|small|far|fast|slow|loud|deep|wide|expensive|cheap|often|strong|late|early|warm|hot|cold|thick|soon)'
const noun = '(?:year|date|day|time|month|percentage|color|temperature|size|age)'
const explained =
  '(?:difference|meaning|purpose|role|reason|point|best|way|idea|definition|history|process|use|benefits?|advantages?|relation)'
const facts = new RegExp(
  `^(?:${preposition}\\s+)?(?:who|whom|whose|when|where|which|how\\s+${adjective}|what\\s+${noun}|` +
    `what(?:\\s+(?:is|are|was|were)|['’]s)\\s+(?:the|its|their|his|her)\\s+(?!\\w*\\s?${explained}\\b)\\p{L}|` +
    `what\\s+does\\s.*\\s(?:cost|weigh|measure)\\b)`,
  'iu',
)

/** Not an explanation, a reason, instructions or a list: their sentences need not resemble the question. */
export function asksForFact(question: string): boolean {
  return facts.test(question.trim())
}

/**
 * Words that name the subject of a question: its names, as far as the sources have them, and a source's title if the
 * question contains all of it.
 */
export function subjectOf(
  question: string,
  titles: readonly string[],
  texts: readonly Pick<EvidenceText, 'text'>[],
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

function plainWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function stemOf(word: string): string {
  return toWords(word).join('')
}

/** Whether a text names the subject, or half of its words. */
export function mentionsSubject(text: string, subject: ReadonlySet<string>): boolean {
  if (subject.size === 0) return true
  const words = new Set(plainWords(text))
  return subject.intersection(words).size * 2 >= subject.size
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

const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|twice|once|none|no)\b/iu
const time =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|morning|noon|evening|midnight|century|daily|weekly|monthly|yearly|every|always|never|when|(?:after|before|until)(?!\s+(?:it|he|she|they)\b))\b/iu

/** "Last year" is none, and neither is an amount of three digits. */
const year = /\b(?:1\d{3}|20\d{2})s?\b|\b\d+\s?(?:BC|AD|BCE|CE)\b|\bcentury\b/u

const asksForEarlier = /\b(?:before|formerly|previously|originally)\W*$/iu
const earlier =
  /\b(?:before|former(?:ly)?|previous(?:ly)?|original(?:ly)?|earlier|once|until|became|used to|converted)\b/iu

const measured =
  /\bwhat\b.*\b(?:price|cost|fee|salary|budget|population|area|weight|height|length|width|depth|speed|temperature|rate|percentage|number|amount|distance|duration|age)\b/iu

/** Whether a sentence has what the question asks for: a number, a time, an earlier state, or a name that the question lacks. */
export function holdsType(question: string, sentence: string, subject: ReadonlySet<string>): boolean {
  if (asksForEarlier.test(question) && !earlier.test(sentence)) return false
  if (/\b(?:what|which) year\b/iu.test(question)) return year.test(sentence)
  if (/\b(?:when|(?:what|which) (?:time|day|date|month))\b/iu.test(question)) return time.test(sentence)
  if (/\bhow (?!often|late|early|soon)\p{L}+/iu.test(question) || measured.test(question)) {
    return number.test(sentence)
  }
  if (!/\b(?:who|whom|whose)\b/iu.test(question)) return true
  return namesOf(`. ${sentence}`).some(name => !subject.has(name))
}
