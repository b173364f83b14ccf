import type { Call } from '#lib/capabilities/call.ts'
import type { SearchFinish } from '#lib/contracts/search.ts'
import { ApiError } from '#lib/errors.ts'
import { hostsOf } from './answer-hosts.ts'
import { answerMessages, doNotSay, embeddedMessages, unreadLinks, writingMessages } from './answer-prompt.ts'
import { createAttribution, type Likeness } from './attribution.ts'
import type { ScoredWindow } from './choose-windows.ts'
import { cosine } from './cosine.ts'
import { extractAnswer, notAnswered } from './extract-answer.ts'
import { fitHistory } from './history-room.ts'
import type { SearchJob } from './search-job.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchRun } from './search-run.ts'
import type { Source } from './source.ts'
import { type AnswerItem, streamAnswer } from './stream-answer.ts'
import { unlessSilent } from './unless-silent.ts'

const embeddedTokensMax = 200
const historyShare = 0.2

/** What an answer is written from. */
export interface Ground {
  readonly sources: readonly Source[]
  /** Of sources read by a small model or by none: the best first; else empty. */
  readonly windows: readonly ScoredWindow[]
  readonly failedLinks: number
}

/** The answer, by whoever writes it, with its citations in order. */
export async function* writeAnswer(
  job: SearchJob,
  { sources, windows, failedLinks }: Ground,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): AsyncGenerator<AnswerItem, SearchFinish> {
  const { answerer } = job
  // Other models are told to say so themselves.
  if (failedLinks > 0 && (answerer.kind === 'extractive' || answerer.embedded))
    yield { kind: 'text', text: `${unreadLinks(failedLinks)}\n\n` }
  if (answerer.kind === 'extractive') {
    yield { kind: 'text', text: extractAnswer(windows) }
    return 'stop'
  }
  // A small model rather invents than says that nothing answers.
  if (answerer.embedded && !windows.some(({ answers }) => answers)) {
    yield { kind: 'text', text: notAnswered }
    return 'stop'
  }
  const history = fitHistory(job.history, roomOf(answerer.contextTokens))
  const today = new Date().toISOString().slice(0, 10)
  const messages = answerer.embedded
    ? embeddedMessages(withEarlier(job), sources)
    : answerMessages(job, sources, { history, failedLinks, today })
  const request = {
    model: answerer.model,
    messages,
    ...(answerer.embedded && { temperature: 0, max_tokens: embeddedTokensMax }),
  }
  const likeness = likenessBy(job, call, parts, run)
  const attribute = createAttribution(sources, { likeness, alike: alikeOf(job) })
  const rules = {
    // It was told no numbers: what it writes as one is none.
    sources: answerer.embedded ? 0 : sources.length,
    hosts: hostsOf(sources),
    attribute: async (sentence: string) => (sentence === doNotSay ? null : await attribute(sentence)),
  }
  const answer = streamAnswer(request, rules, call, run, parts.chat)
  return yield* answerer.embedded ? unlessSilent(answer, () => extractAnswer(windows)) : answer
}

/** An answer to what needs no search. */
export async function* writeFreely(
  job: SearchJob,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): AsyncGenerator<AnswerItem, SearchFinish> {
  const { answerer } = job
  if (answerer.kind === 'extractive') {
    yield { kind: 'text', text: notAnswered }
    return 'stop'
  }
  const messages = writingMessages(job, fitHistory(job.history, roomOf(answerer.contextTokens)))
  const rules = { sources: 0, hosts: new Set<string>(), attribute: () => Promise.resolve(null) }
  return yield* streamAnswer({ model: answerer.model, messages }, rules, call, run, parts.chat)
}

function roomOf(contextTokens: number | null): number | null {
  return contextTokens === null ? null : contextTokens * historyShare
}

function withEarlier({ words, history }: SearchJob): string {
  const earlier = history.findLast(({ role }) => role === 'user')?.content
  return earlier === undefined ? words : `${words} (asked after: ${earlier.slice(0, 300)})`
}

/** Texts that say the same are well on their way from unrelated to equal. */
function alikeOf({ ranker }: SearchJob): number {
  const floor = ranker?.floor ?? 1
  return floor + 0.4 * (1 - floor)
}

function likenessBy(job: SearchJob, call: Call, parts: SearchParts, run: SearchRun): Likeness | null {
  const { ranker } = job
  if (ranker === null) return null
  return async (sentence, texts) => {
    try {
      const { vectors } = await run.outside(
        parts.embed({ model: ranker.model, texts: [sentence, ...texts], task: 'retrieval.passage' }, call),
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
