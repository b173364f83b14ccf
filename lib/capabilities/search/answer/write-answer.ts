import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { SearchFinish } from '#lib/contracts/api/search/search.ts'
import { ApiError } from '#lib/errors.ts'
import {
  answerMessages,
  confirmation,
  doNotSay,
  embeddedMessages,
  unreadLinks,
  writingMessages,
} from './answer-prompt.ts'
import type { ScoredWindow } from './choose-windows.ts'
import { cosine } from '#lib/capabilities/search/retrieve/cosine.ts'
import type { SearchJob, Turn } from '#lib/capabilities/search/search-job.ts'
import type { SearchDeps } from '#lib/capabilities/search/search-deps.ts'
import type { SearchRun } from '#lib/capabilities/search/search-run.ts'
import type { Source } from '#lib/capabilities/search/retrieve/source.ts'
import { askModel } from '#lib/capabilities/search/ask-model.ts'
import { type AnswerItem, streamAnswer } from './stream-answer.ts'
import { guessTokens } from '#lib/capabilities/search/retrieve/pack-sources.ts'
import { createAttribution, type Likeness } from './attribution.ts'
import { type Statement, tellDisagreement } from './disagreement.ts'
import { asWords, citeSentences, extractAnswer, notAnswered, quoteAnswer } from './extract-answer.ts'
import { contentWords } from './content-words.ts'
import { asksForFact } from '#lib/capabilities/search/answer/facts/evidence.ts'
import {
  type FactPassage,
  isFactSupported,
  isStated,
} from '#lib/capabilities/search/answer/facts/fact-support.ts'

const embeddedTokensMax = 200
const historyShare = 0.2

/** Input of an answer. */
export interface AnswerContext {
  readonly sources: readonly Source[]
  /** Best first; only for a small model or extraction, otherwise empty. */
  readonly windows: readonly ScoredWindow[]
  /** Statements in which the sources contradict each other, newest first. */
  readonly disputed: readonly Statement[]
  /** Direct answers without a source, such as a calculation. */
  readonly results: readonly string[]
  readonly failedLinks: number
}

/** The answer of the chosen answer model, with normalized citations. */
export async function* writeAnswer(
  job: SearchJob,
  { sources, windows, disputed, results, failedLinks }: AnswerContext,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): AsyncGenerator<AnswerItem, SearchFinish> {
  const { answerer } = job
  const answered = await isAnswered(job, windows, sources, context, deps, run)
  // Larger models are prompted to say so themselves.
  if (failedLinks > 0 && (answerer.kind === 'extractive' || answerer.embedded))
    yield { kind: 'text', text: `${unreadLinks(failedLinks)}\n\n` }
  if (answerer.kind === 'extractive') {
    const quoted = results.length > 0 && !answered ? [] : [quoteAnswer(windows, disputed)]
    yield { kind: 'text', text: [...results.map(asWords), ...quoted].join('\n\n') }
    return 'stop'
  }
  // A small model invents an answer rather than saying that there is none.
  if (answerer.embedded && !answered) {
    yield { kind: 'text', text: results.length > 0 ? results.map(asWords).join('\n\n') : notAnswered }
    return 'stop'
  }
  if (answerer.embedded && results.length > 0)
    yield { kind: 'text', text: `${results.map(asWords).join('\n\n')}\n\n` }
  // It would choose one of them.
  if (answerer.embedded && disputed.length > 0) {
    yield { kind: 'text', text: tellDisagreement(disputed, citeSentences) }
    return 'stop'
  }
  const history = fitHistory(job.history, tokensLeft(answerer.contextTokens))
  const today = new Date().toISOString().slice(0, 10)
  const messages = answerer.embedded
    ? embeddedMessages(withEarlier(job), sources)
    : answerMessages(job, sources, { history, disputed, results, failedLinks, today })
  const request = {
    model: answerer.model,
    messages,
    ...(answerer.embedded && { temperature: 0, max_tokens: embeddedTokensMax }),
  }
  const likeness = likenessBy(job, context, deps, run)
  const attribute = createAttribution(sources, { likeness, alike: alikeOf(job) })
  const rules = {
    // The prompt contains no source numbers, so any citation is invented.
    sources: answerer.embedded ? 0 : sources.length,
    hosts: hostsOf(sources),
    attribute: async (sentence: string) => (sentence === doNotSay ? null : await attribute(sentence)),
  }
  const answer = streamAnswer(request, rules, context, run, deps.chat)
  if (!answerer.embedded) return yield* answer
  return yield* checkAnswer(answer, job, windows, sources)
}

/**
 * The answer of an embedded model, or a quote instead. A fact is compared with the windows, because a small model
 * invents one; only a larger one that had windows without a doubt is believed.
 */
async function* checkAnswer(
  answer: AsyncGenerator<AnswerItem, SearchFinish>,
  { answerer, words }: SearchJob,
  windows: readonly ScoredWindow[],
  sources: readonly Source[],
): AsyncGenerator<AnswerItem, SearchFinish> {
  const confirms = answerer.kind === 'model' && answerer.confirms
  const isSure = windows.some(({ answers, doubtful }) => answers && !doubtful)
  if (!asksForFact(words) || (confirms && isSure)) {
    return yield* replaceRefusal(answer, () => extractAnswer(windows))
  }
  const read = windows.filter(({ answers, doubtful }) => (confirms ? doubtful : answers)).map(toPassage)
  if (confirms) {
    return yield* replaceUnsupported(
      answer,
      text => isStated(text, words, read),
      text => insteadOfUnsure(text, windows),
    )
  }
  return yield* replaceUnsupported(
    answer,
    text => isFactSupported(text, words, read),
    () => extractAnswer(windows),
  )

  function toPassage({ source, text }: ScoredWindow): FactPassage {
    return { title: sources[source]?.title ?? '', text }
  }
}

/**
 * Every window that may answer is doubtful here, and the model has confirmed one if it could. If it then says nothing,
 * that still holds, and the windows are quoted. If it says what they do not state, it has misread them, and its
 * confirmation counts no more.
 */
function insteadOfUnsure(text: string, windows: readonly ScoredWindow[]): string {
  return extractAnswer(isSilent(text) ? windows : windows.map(window => ({ ...window, answers: false })))
}

const confirmedMax = 2
const confirmTokensMax = 24

/**
 * Whether the windows answer the question; where their scores leave a doubt, an embedded model that can looks for the
 * words.
 */
async function isAnswered(
  { answerer, words }: SearchJob,
  windows: readonly ScoredWindow[],
  sources: readonly Source[],
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<boolean> {
  const answered = windows.some(({ answers }) => answers)
  if (answerer.kind === 'extractive' || !answerer.confirms) return answered
  if (windows.some(({ answers, doubtful }) => answers && !doubtful)) return true
  const doubtful = windows.filter(window => window.doubtful).slice(0, confirmedMax)
  if (doubtful.length === 0) return false
  const passages = doubtful.map(({ source, text }) => `${sources[source]?.title ?? ''}. ${text}`).join('\n')
  const { system, user } = confirmation(words, passages)
  try {
    const asked = { model: answerer.model, system, user, maxTokens: confirmTokensMax }
    return isCopied(await run.outside(askModel(asked, context, deps.chat)), passages)
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof ApiError) return answered
    throw error
  }
}

/** Whether a reply consists of words of the text; small models invent others. */
export function isCopied(reply: string, text: string): boolean {
  if (/^\W*none\b/iu.test(reply)) return false
  const copied = contentWords(reply)
  const there = new Set(contentWords(text))
  return copied.length > 0 && copied.filter(word => there.has(word)).length * 2 >= copied.length
}

/** An answer without a search. */
export async function* writeFreely(
  job: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): AsyncGenerator<AnswerItem, SearchFinish> {
  const { answerer } = job
  if (answerer.kind === 'extractive') {
    yield { kind: 'text', text: notAnswered }
    return 'stop'
  }
  const messages = writingMessages(job, fitHistory(job.history, tokensLeft(answerer.contextTokens)))
  const rules = { sources: 0, hosts: new Set<string>(), attribute: () => Promise.resolve(null) }
  return yield* streamAnswer({ model: answerer.model, messages }, rules, context, run, deps.chat)
}

function tokensLeft(contextTokens: number | null): number | null {
  return contextTokens === null ? null : contextTokens * historyShare
}

function withEarlier({ words, history }: SearchJob): string {
  if (words === '') return ''
  const earlier = history.findLast(({ role }) => role === 'user')?.content
  return earlier === undefined ? words : `${words} (asked after: ${earlier.slice(0, 300)})`
}

/** Similarity threshold of texts with the same meaning. */
function alikeOf({ ranker }: SearchJob): number {
  const floor = ranker?.floor ?? 1
  return floor + 0.4 * (1 - floor)
}

function likenessBy(
  job: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Likeness | null {
  const { ranker } = job
  if (ranker === null) return null
  return async (sentence, texts) => {
    try {
      const { vectors } = await run.outside(
        deps.embed({ model: ranker.model, texts: [sentence, ...texts], task: 'retrieval.passage' }, context),
      )
      const [first, ...others] = vectors
      if (first === undefined || others.some(({ length }) => length !== first.length)) return null
      return others.map(vector => cosine(first, vector))
    } catch (error) {
      run.signal.throwIfAborted()
      // A sentence without a source is better than no answer.
      if (error instanceof ApiError) return null
      throw error
    }
  }
}

/** The hosts that an answer may link to: those of its sources. */
function hostsOf(sources: readonly Source[]): Set<string> {
  return new Set(sources.map(({ url }) => URL.parse(url)?.host ?? ''))
}

/** The latest turns that fit the context window, in order. */
function fitHistory(history: readonly Turn[], tokensMax: number | null): Turn[] {
  if (tokensMax === null) return [...history]
  const kept: Turn[] = []
  let left = tokensMax
  for (const turn of history.toReversed()) {
    left -= guessTokens(turn.content) + 4
    if (left < 0) break
    kept.unshift(turn)
  }
  return kept
}

const silence = doNotSay.toLowerCase()

/**
 * Passes an answer through, or replaces one that only says "The sources do not say.": small models reply that
 * even when the passages contain the answer.
 */
export async function* replaceRefusal(
  answer: AsyncGenerator<AnswerItem, SearchFinish>,
  otherwise: () => string,
): AsyncGenerator<AnswerItem, SearchFinish> {
  let held: string | null = ''
  try {
    for (;;) {
      const next = await answer.next()
      if (next.done === true) {
        if (held !== null) yield { kind: 'text', text: isSilent(held) ? otherwise() : held }
        return next.value
      }
      if (next.value.kind === 'waiting' || held === null) {
        yield next.value
        continue
      }
      held += next.value.text
      if (silence.startsWith(held.trim().toLowerCase()) || isSilent(held)) continue
      yield { kind: 'text', text: held }
      held = null
    }
  } finally {
    await answer[Symbol.asyncDispose]()
  }
}

/** Passes an answer on at its end, or replaces it if it is not supported. It is short, and must be read as a whole. */
export async function* replaceUnsupported(
  answer: AsyncGenerator<AnswerItem, SearchFinish>,
  isSupported: (text: string) => boolean,
  otherwise: (text: string) => string,
): AsyncGenerator<AnswerItem, SearchFinish> {
  let text = ''
  try {
    for (;;) {
      const next = await answer.next()
      if (next.done === true) {
        const supported = !isSilent(text) && isSupported(text)
        yield { kind: 'text', text: supported ? text : otherwise(text) }
        return supported ? next.value : 'stop'
      }
      if (next.value.kind === 'waiting') yield next.value
      else text += next.value.text
    }
  } finally {
    await answer[Symbol.asyncDispose]()
  }
}

function isSilent(text: string): boolean {
  return text.trim().toLowerCase() === silence
}
