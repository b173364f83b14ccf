import { cosine } from '#lib/capabilities/search/retrieve/cosine.ts'
import { holdsKind, holdsType } from './answer-type.ts'
import { splitSentences } from '#lib/capabilities/search/answer/sentences.ts'
import { mentionsSubject, sharedWords, subjectOf, unknownNames, withoutSubject } from './subject.ts'
import { createAbbreviate, isAnotherFact, shareOf, toTerms, toWanted } from './terms.ts'

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
  const named = new Set([...subject, ...unknownNames(question, titles, texts)])
  const shared = sharedWords(subject, titles)
  const bare = withoutSubject(question, subject)
  if (!asksForFact(question) || (toTerms(bare).size === 0 && !measures.test(bare))) return null
  const abbreviate = createAbbreviate(
    question,
    texts.map(({ text }) => text),
  )
  const asks = abbreviate(bare)
  const wanted = toWanted(asks)
  const candidates = texts.flatMap(({ context, text }, at) =>
    mentionsSubject(`${context} ${text}`, isEnglish(text) ? named : subject, shared)
      ? splitSentences(text)
          .flatMap(toClauses)
          .map(sentence => ({ at, context, sentence }))
      : [],
  )
  if (candidates.length === 0) return texts.map(() => 'no')
  const likeness = await compare(asked, bare, subject, candidates, embed)
  const best = texts.map(() => -1)
  for (const [index, { at, sentence }] of candidates.entries()) {
    const common = shareOf(wanted, abbreviate(sentence))
    const alike = likeness?.[index]
    const typed = holdsType(question, sentence, subject)
    const fits =
      holdsKind(question, sentence, subject) && !isAnotherFact(asks, withoutSubject(sentence, subject))
    const score =
      alike === undefined
        ? scoreOfWords(common, typed, fits)
        : above(alike.alone, floor) +
          contextWeight * above(alike.inContext, floor) +
          termsWeight * common -
          (typed && fits ? 0 : typeWeight)
    best[at] = Math.max(best[at] ?? -1, score)
  }
  return best.map(toVerdict)
}

/** Other languages have other names: "München" is Munich. */
function isEnglish(text: string): boolean {
  return /\b(?:the|of|is|was|are|were|has|have|its?|an?)\b/iu.test(text)
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
function scoreOfWords(common: number, typed: boolean, fits: boolean): number {
  if (!typed) return 0
  if (!fits) return possible
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
  '(?:difference|meaning|purpose|role|reason|point|best(?![- ](?:known|selling))|way|idea|definition|history|process|use|benefits?|advantages?|relation)'
const facts = new RegExp(
  `^(?:${preposition}\\s+)?(?:who|whom|whose|when|where|which|how\\s+${adjective}|what\\s+${noun}|` +
    `what(?:\\s+(?:is|are|was|were)|['’]s)\\s+(?:the|its|their|his|her)\\s+(?!\\w*\\s?${explained}\\b)\\p{L}|` +
    `what\\s+(?:do|does|did|must)\\s.*\\s(?:cost|weigh|measure|pay|earn|charge)\\b)`,
  'iu',
)

/** Not an explanation, a reason, instructions or a list: their sentences need not resemble the question. */
export function asksForFact(question: string): boolean {
  return facts.test(question.trim())
}
