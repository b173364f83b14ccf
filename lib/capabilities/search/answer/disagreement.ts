import type { Source } from '#lib/capabilities/search/retrieve/source.ts'
import { foldText } from '#lib/capabilities/search-words.ts'
import { claimWords, isNegated, namesOf, numbersOf } from './claim.ts'
import { contentWords } from './content-words.ts'
import {
  mentionsSubject,
  sharedWords,
  subjectOf,
  topicOf,
  withoutSubject,
} from '#lib/capabilities/search/answer/facts/subject.ts'
import { shareOf, toTerms, toWanted } from '#lib/capabilities/search/answer/facts/terms.ts'
import { quantitiesDiffer, quantitiesOf, type Quantities } from './quantities.ts'
import {
  type AskedThings,
  concernsOther,
  type Conditions,
  haveOtherConditions,
  toConditions,
  toThings,
} from './other-things.ts'
import { dateOf, withoutDates, withoutLabels } from './source-date.ts'
import { splitSentences } from './sentences.ts'
import type { TextWindow } from './windows.ts'

/** A passage of a source that may answer the question. */
export interface Passage extends TextWindow {
  /** Index of its source. */
  readonly source: number
}

/** A sentence that another source contradicts. */
export interface Statement {
  readonly sentence: string
  readonly passage: Passage
  /** Index of its source. */
  readonly source: number
  /** ISO date, month or year; null: unknown. */
  readonly date: string | null
  /** Whether its source says that it replaces what was true before. */
  readonly supersedes: boolean
}

/**
 * Whether a text says something that the others do not, in words that they share: another number, date or name, or a
 * negation. Such texts are no duplicates.
 */
export function differs(text: string, others: readonly string[]): boolean {
  if (others.length === 0) return false
  const known = new Set(others.flatMap(other => [...numbersOf(other), ...namesIn(other)]))
  if ([...numbersOf(text), ...namesIn(text)].some(mark => !known.has(mark))) return true
  const said = others.flatMap(splitSentences).slice(0, sentencesMax).map(toClaimed)
  return splitSentences(text)
    .slice(0, sentencesMax)
    .map(toClaimed)
    .some(one => {
      const alike = said.filter(other => likeness(one, other) >= alikeShare)
      return alike.length > 0 && alike.every(other => other.isNegated !== one.isNegated)
    })
}

// Each is compared with each of the others, on the thread that serves all requests.
const sentencesMax = 300
const sentencesPerSourceMax = 20

/**
 * The contradicting statements of different sources on what was asked, newest first; none where they agree.
 * @param passages best first
 */
export function findDisagreement(
  question: string,
  passages: readonly Passage[],
  sources: readonly Source[],
): Statement[] {
  const titles = sources.map(({ title }) => title)
  const subject = topicOf(subjectOf(question, titles, passages), titles).difference(rolesOf(question))
  const shared = sharedWords(subject, titles)
  const wanted = toAsked(question, subject)
  const counts = new Map<number, number>()
  const known = new Set<string>()
  // Windows overlap, and a page may repeat one sentence without end.
  const isNew = (source: number, sentence: string): boolean => {
    const [key, count] = [`${source} ${sentence}`, counts.get(source) ?? 0]
    if (known.has(key) || count >= sentencesPerSourceMax) return false
    known.add(key)
    counts.set(source, count + 1)
    return true
  }
  const said = passages.flatMap(passage => {
    const context = `${sources[passage.source]?.title ?? ''} ${passage.heading}`
    // "It weighs 14 kg" may be about anything.
    if (!mentionsSubject(`${context} ${passage.text}`, subject, shared)) return []
    return splitSentences(passage.text)
      .map(sentence => sentence.trim())
      .filter(sentence => !sentence.endsWith('?') && isNew(passage.source, sentence))
      .map(sentence => ({ ...toSaid(sentence, context, wanted), passage }))
      .filter(({ isWhole, sentence }) => isWhole || isAbout(`${context} ${sentence}`, wanted.stems))
      .filter(({ bare }) => !concernsOther(bare, wanted.things))
  })
  for (const [at, first] of said.entries()) {
    const against = said
      .slice(at + 1)
      .filter(({ passage }) => passage.source !== first.passage.source)
      .filter(other => contradicts(first, other, wanted))
    if (against.length === 0) continue
    const bySource = new Map([first, ...against].toReversed().map(each => [each.passage.source, each]))
    return [...bySource.values()]
      .map(({ sentence, passage }) => ({
        sentence,
        passage,
        source: passage.source,
        date: dateOf(sentence, passage.text, sources[passage.source], wanted.kind === 'date'),
        supersedes: replaces.test(withoutLabels(passage.text)),
      }))
      .toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? '') || one.source - other.source)
  }
  return []
}

/** The statements as a list in the sources' own words. */
export function tellDisagreement(
  statements: readonly Statement[],
  cite: (sentence: string, number: number) => string,
): string {
  const dated = isDated(statements)
  const lines = statements.map(({ sentence, source, date, supersedes }, at) => {
    const newest = at === 0 && date !== null
    const about = `${date ?? 'no date'}${newest && supersedes ? ', supersedes' : ''}`
    const said = cite(sentence, source + 1)
    return `- ${dated ? said.replace(/[.!?…]*$/u, end => ` (${about})${end}`) : said}`
  })
  const order = dated ? 'Newest first' : 'Which is newer is unknown'
  return `The sources disagree. ${order}:\n\n${lines.join('\n')}`
}

/** Whether the order of the statements says which one is the newest. */
export function isDated(statements: readonly Statement[]): boolean {
  return statements.some(({ date }) => date !== null)
}

/** Abbreviations: who the CEO is, is asked. */
function rolesOf(question: string): Set<string> {
  return new Set(question.match(/(?<!\p{L})(?:C[A-Z]O|VP|MP|GDP|HQ)(?!\p{L})/gu)?.map(foldText))
}

const replaces =
  /\b(?:supersed\w+|replac\w+|withdr[ae]w\w*|no longer|instead of|revis\w+|updat\w+|correct(?:ed|ion)|formerly|previously)\b/iu

type Kind = 'date' | 'name' | 'value'

/** The kind of answer that a question wants: sources that differ in anything else do not contradict each other. */
function kindOf(question: string): Kind {
  if (/\b(?:when|(?:what|which) (?:year|date|day|month|time)|since when)\b/iu.test(question)) return 'date'
  if (/\b(?:who|whom|whose|(?:what|which) (?:person|company|city|town|country)|where)\b/iu.test(question))
    return 'name'
  return 'value'
}

const aboutShare = 0.6

function isAbout(text: string, asked: ReadonlySet<string>): boolean {
  return asked.size > 0 && asked.intersection(claimWords(text)).size / asked.size >= aboutShare
}

const alikeShare = 0.6
const sameShare = 0.5

/** The compared parts of a sentence, read once. */
interface Claimed {
  /** Without names, numbers and dates. */
  readonly words: ReadonlySet<string>
  readonly isNegated: boolean
}

interface Said extends Claimed {
  readonly sentence: string
  /** Without the subject. */
  readonly bare: string
  /** The names of the question that it mentions, with its title and heading. */
  readonly mentioned: string
  /** Its words with those of its title and heading. */
  readonly allWords: ReadonlySet<string>
  /** The first word of each of its names. */
  readonly names: readonly string[]
  readonly numbers: readonly string[]
  readonly quantities: Quantities
  /** Whether it has all that is asked for, perhaps in other words. */
  readonly isWhole: boolean
  /** Whether it names a role, such as "its mayor". */
  readonly hasRole: boolean
  readonly conditions: Conditions
  /** Of "The active ingredient is sarolinate", what it says beside the question; empty where it states a quantity. */
  readonly values: readonly string[]
}

/** A question, read once. */
interface Asked {
  readonly kind: Kind
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  readonly names: readonly string[]
  readonly subject: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
  readonly countsThings: boolean
  /** Whether there is one answer: one author, though many teachers. */
  readonly isSingle: boolean
  readonly asksWhat: boolean
  readonly things: AskedThings
}

function toAsked(question: string, subject: ReadonlySet<string>): Asked {
  const words = new Set(contentWords(question))
  return {
    kind: kindOf(question),
    words,
    stems: claimWords([...words].join(' ')),
    names: namesOf(question),
    subject,
    terms: toWanted(withoutSubject(question, subject)),
    countsThings: /\bhow many\b|\b(?:population|number)\b/iu.test(question),
    isSingle: /\bwho\s+(?:\p{L}+ed|wrote|built|won|made|sang|led|drew)\b|\bwhere\s+was\b/iu.test(question),
    asksWhat: /^\s*what (?:is|was) the\b/iu.test(question),
    things: toThings(question, subject),
  }
}

function toClaimed(sentence: string): Claimed {
  return { words: plainWords(sentence), isNegated: isNegated(sentence) }
}

function toSaid(sentence: string, context: string, asked: Asked): Said {
  const { names, subject, terms, countsThings, asksWhat, things } = asked
  const text = `${context} ${sentence}`
  const folded = foldText(text)
  const bare = withoutSubject(sentence, subject)
  const claimed = toClaimed(bare)
  const quantities = quantitiesOf(bare, terms, countsThings)
  const isWhole = toTerms(bare).size > 0 && shareOf(terms, bare) === 1
  const statesValue = asksWhat && isWhole && quantities.size === 0
  return {
    ...claimed,
    sentence,
    bare,
    mentioned: names.filter(name => folded.includes(name)).join(' '),
    allWords: new Set(contentWords(text)),
    names: namesIn(withoutDates(sentence)).flatMap(name => contentWords(name).slice(0, 1)),
    numbers: numbersOf(sentence),
    quantities,
    isWhole,
    // Only one can be the mayor, many can be a teacher.
    hasRole: /\b(?:the|its|their|his|her)\b|['’]s\b/iu.test(sentence),
    conditions: toConditions(sentence, things),
    values: statesValue ? [...claimed.words].filter(word => !hasAny(word, terms)) : [],
  }
}

/** With the first word, where it is a name: "Newhaven is the capital." */
function namesIn(text: string): string[] {
  return namesOf(/^\p{Lu}\p{Ll}+\s(?:is|was)\s(?:the|its|their|his|her)\b/u.test(text) ? `It: ${text}` : text)
}

function contradicts(one: Said, other: Said, { kind, words, isSingle }: Asked): boolean {
  if (one.mentioned !== other.mentioned) return false
  if (haveOtherConditions(one.conditions, other.conditions)) return false
  const share = likeness(one, other)
  const areWhole = one.isWhole && other.isWhole
  if (share < sameShare && !areWhole) return false
  if (share >= alikeShare && one.isNegated !== other.isNegated) return true
  const [left, right] = [hasOwnName(one, other, words), hasOwnName(other, one, words)]
  const isOne = one.hasRole && other.hasRole
  if (kind === 'name') return left && right && (isOne || (isSingle && areWhole))
  // Statements on two subjects, each with its own name; or the names are the answer.
  if (left && right) return areWhole && isOne && one.quantities.size + other.quantities.size === 0
  if (kind === 'date') return differIn(one.numbers, other.numbers)
  return quantitiesDiffer(one.quantities, other.quantities) || (areWhole && statesOther(one, other))
}

const valueWordsMax = 3

/** Whether each says a few words beside the question, and none of the other's. */
function statesOther({ values: left }: Said, { values: right }: Said): boolean {
  if (left.length === 0 || right.length === 0) return false
  if (left.length > valueWordsMax || right.length > valueWordsMax) return false
  return !left.some(word => right.includes(word))
}

function hasAny(word: string, terms: ReadonlySet<string>): boolean {
  return terms.has(word) || [...toTerms(word)].some(term => terms.has(term))
}

/** Whether only the one statement has a name that was not asked about. */
function hasOwnName(one: Said, other: Said, asked: ReadonlySet<string>): boolean {
  return one.names.some(word => !other.allWords.has(word) && !asked.has(word))
}

function differIn(one: readonly string[], other: readonly string[]): boolean {
  return one.some(value => !other.includes(value)) && other.some(value => !one.includes(value))
}

/** Share of common words. */
function likeness({ words: left }: Claimed, { words: right }: Claimed): number {
  const smaller = Math.min(left.size, right.size)
  return smaller === 0 ? 0 : left.intersection(right).size / smaller
}

/** The words without names, numbers and dates. */
function plainWords(sentence: string): Set<string> {
  const names = new Set(namesOf(sentence))
  const plain = withoutDates(sentence).replace(/[\p{L}\p{N}'’-]+/gu, word =>
    /\d/u.test(word) || names.has(word.toLowerCase()) ? ' ' : word,
  )
  return claimWords(plain)
}
