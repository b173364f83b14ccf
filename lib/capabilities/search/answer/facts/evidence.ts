import { cosine } from '#lib/capabilities/search/retrieve/cosine.ts'
import { holdsKind, holdsType } from './answer-type.ts'
import { splitSentences } from '#lib/capabilities/search/answer/sentences.ts'
import { mentionsSubject, sharedWords, subjectOf, topicOf, unknownNames, withoutSubject } from './subject.ts'
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
  const names = subjectOf(question, titles, texts)
  const named = new Set([...names, ...unknownNames(question, titles, texts)])
  const subject = topicOf(names, titles)
  const shared = sharedWords(subject, titles)
  const bare = withoutSubject(question, subject)
  if (!asksForFact(question) || (toTerms(bare).size === 0 && !measures.test(bare))) return null
  const abbreviate = createAbbreviate(
    question,
    texts.map(({ text }) => text),
  )
  const asks = abbreviate(bare)
  const wanted = toWanted(asks)
  const candidates = texts.flatMap(({ context, text }, at) => {
    const whole = `${context} ${text}`
    const isAbout =
      mentionsSubject(whole, isEnglish(text) ? named : names, shared) &&
      mentionsSubject(whole, subject, shared)
    const isComplete = mentionsSubject(text, names.difference(subject), shared)
    return splitSentences(text)
      .flatMap(toClauses)
      .map(sentence => ({
        at,
        context,
        sentence,
        isAbout,
        isComplete,
        said: withoutSubject(sentence, subject),
      }))
  })
  if (!candidates.some(({ isAbout }) => isAbout)) return texts.map(() => 'no')
  const likeness = await compare(asked, bare, candidates, embed)
  const verdicts = texts.map((): Verdict => 'no')
  for (const candidate of candidates) {
    const { at, said, isAbout, isComplete } = candidate
    if (!isAbout) continue
    const words: Words = {
      common: shareOf(wanted, abbreviate(said)),
      isTyped: holdsType(question, said, subject),
      isKind: isComplete && holdsKind(question, said, subject),
      isAnother: isAnotherFact(asks, said),
    }
    const alike = likeness?.get(candidate)
    const verdict = alike === undefined ? judgeWords(words) : judgeMeaning(words, alike, floor)
    verdicts[at] = better(verdicts[at] ?? 'no', verdict)
  }
  return verdicts
}

/** Other languages have other names: "München" is Munich. */
function isEnglish(text: string): boolean {
  return /\b(?:the|of|is|was|are|were|has|have|its?|an?)\b/iu.test(text)
}

interface Candidate {
  readonly context: string
  readonly sentence: string
  /** With "it" for the subject. */
  readonly said: string
  /** Whether its text is about the subject. */
  readonly isAbout: boolean
}

/** How similar a sentence is to the question. */
interface Likeness {
  readonly alone: number
  readonly inContext: number
  /** Of the other sentences on the subject, on average. */
  readonly others: number
  /** Of the most similar sentence on another subject. */
  readonly elsewhere: number
}

/**
 * How similar the sentences on the subject are to the question.
 * @returns null where they cannot be compared
 */
async function compare(
  { query }: Asked,
  bare: string,
  candidates: readonly Candidate[],
  embed: EmbedAll,
): Promise<ReadonlyMap<Candidate, Likeness> | null> {
  if (query === null) return null
  const about = candidates.filter(({ isAbout }) => isAbout)
  const elsewhere = candidates.filter(({ isAbout }) => !isAbout)
  const texts = [
    bare,
    ...about.map(({ said }) => said),
    ...about.map(({ context, sentence }) => `${context}\n${sentence}`),
    ...elsewhere.map(({ said }) => said),
  ]
  const [asked, ...vectors] = (await embed(texts)) ?? []
  if (asked === undefined || asked.length !== query.length || vectors.length + 1 !== texts.length) return null
  const likenesses = vectors.map((vector, at) =>
    cosine(at >= about.length && at < about.length * 2 ? query : asked, vector),
  )
  const alone = likenesses.slice(0, about.length)
  const best = Math.max(-1, ...likenesses.slice(about.length * 2))
  const sum = alone.reduce((total, each) => total + each, 0)
  return new Map(
    about.map((candidate, at) => {
      const each = alone[at] ?? -1
      return [
        candidate,
        {
          alone: each,
          inContext: likenesses[about.length + at] ?? -1,
          others: about.length > 1 ? (sum - each) / (about.length - 1) : each,
          elsewhere: best,
        },
      ]
    }),
  )
}

/** A sentence compared by its words. */
interface Words {
  /** Share of the terms asked for. */
  readonly common: number
  readonly isTyped: boolean
  readonly isKind: boolean
  readonly isAnother: boolean
}

/** Without any of the words asked for, only a model that reads the sentence can know. */
function judgeWords({ common, isTyped, isKind, isAnother }: Words): Verdict {
  if (!isTyped) return 'no'
  if (!isKind || isAnother || common === 0) return 'possible'
  return common >= commonEnough ? 'yes' : 'likely'
}

function judgeMeaning(
  { common, isTyped, isKind, isAnother }: Words,
  { alone, inContext, others, elsewhere }: Likeness,
  floor: number,
): Verdict {
  if (!isTyped) return 'no'
  const score =
    weights.offset +
    weights.alone * above(alone, floor) +
    weights.inContext * above(inContext, floor) +
    weights.common * common +
    weights.lead * (above(alone, floor) - above(others, floor)) -
    weights.elsewhere * Math.max(0, above(elsewhere, floor) - above(alone, floor)) -
    weights.another * Number(isAnother)
  const verdict = score >= sure ? 'yes' : score >= likely ? 'likely' : score >= possible ? 'possible' : 'no'
  return isKind ? verdict : worse(verdict, 'possible')
}

const ranks: readonly Verdict[] = ['no', 'possible', 'likely', 'yes']

function better(one: Verdict, other: Verdict): Verdict {
  return ranks.indexOf(one) > ranks.indexOf(other) ? one : other
}

function worse(one: Verdict, other: Verdict): Verdict {
  return better(one, other) === one ? other : one
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

// A logistic regression over 2,966 questions on pages of own; half of `npm run bench answers` is among them.
const weights = {
  offset: -3.5,
  alone: 2.2,
  inContext: 3.4,
  common: 4.3,
  lead: 4,
  // Half of its best value: most pages have no neighbor that states the same in the same words.
  elsewhere: 3,
  another: 1,
} as const
const sure = 1.2
const likely = 0.4
const possible = -1.5
const commonEnough = 0.5

function above(similarity: number, floor: number): number {
  return (similarity - floor) / (1 - floor)
}

/** Adjectives that are no content words, but ask for a measure. */
const measures = /\bhow (?:long|many|much|large|high|big)\b/iu

const preposition = '(?:and|so|but|at|in|on|for|from|since|by|to|with|after|until|under|into)'
const adjective =
  '(?:many|much|long|high|tall|old|heavy|large|big|small|far|fast|slow|loud|deep|wide|expensive|cheap|often|strong|late|early|warm|hot|cold|thick|soon|effective|common)'
const explained =
  '(?:difference|meaning|purpose|role|reason|point|(?<!personal )best(?![- ](?:known|selling))|way|idea|definition|history|process|use|benefits?|advantages?|relation)'
/** Nouns of lists. */
const listed = '(?:kind|type|sort|step|factor|thing|cause|effect|consequence|tip|option|risk)s?'
/** After "what", they begin no noun: "What can I do?" */
const verbs =
  '(?:is|are|was|were|be|do|does|did|can|could|should|would|will|must|may|might|has|have|had|if|about|to|it|else|exactly|makes?|happen(?:s|ed)?|helps?|affects?)'
const told = '(?:mean|do|happen|say|think|know|look like|work|include|involve|offer|recommend|suggest|want)'
const facts = new RegExp(
  `^(?:${preposition}\\s+)?(?:who|whom|whose|when|where|which|how\\s+${adjective}\\b|` +
    `what\\s+(?!(?:${verbs}|${explained}|${listed})\\b)\\p{L}|what\\s+type\\s+of\\b|` +
    `what(?:\\s+(?:is|are|was|were)|['’]s)\\s+(?:the|its|their|his|her)\\s+(?!\\w*\\s?${explained}\\b)\\p{L}|` +
    `what\\s+(?:is|are|was|were)\\s+(?:on|in|inside|aboard|at|under|behind)\\s|` +
    `what\\s+(?:is|are|was|were)\\s.*\\p{L}(?:ed|en)\\s+(?:with|from|by|to)\\W*$|` +
    `what\\s+(?:is|are|was|were)\\s+\\p{L}+ed\\s+(?:in|at|on|by|during)\\s|` +
    `what\\s+(?:does|did|must|may)\\s(?!.*\\b${told}\\b(?:\\s+about\\b.*)?\\W*$))`,
  'iu',
)

/** Not an explanation, a reason, instructions or a list: their sentences need not resemble the question. */
export function asksForFact(question: string): boolean {
  return facts.test(question.trim())
}
