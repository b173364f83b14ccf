import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { JsonObject } from '#lib/client/json-value.ts'
import type { RunFailure, Run } from '#lib/client/run.ts'

/** One of the `n` choices of a response, as far as it has arrived. */
export interface Choice {
  readonly index: number
  readonly content: string
  readonly reasoning: string
  /** Signed or encrypted reasoning of the Messages or Responses API, which the next request must repeat. */
  readonly thinkingBlocks?: readonly JsonObject[]
  readonly refusal: string | null
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: string | null
}

/** The state of a stream or a plain response. Times are milliseconds since the request was sent. */
export interface Answer {
  /** The public id of the model that answered; null until the first event. */
  readonly model: string | null
  readonly choices: readonly Choice[]
  readonly usage: Usage | null
  /** Token counts that a stream announced at its start; its end may leave them out. */
  readonly announced?: JsonObject
  readonly firstReasoningMs: number | null
  readonly firstContentMs: number | null
  readonly lastMs: number | null
}

/** Stored data of the run behind an assistant turn. */
export interface AnswerRecord {
  readonly state: Run['state']
  /** The requested model; `answer.model` is the one that answered. */
  readonly model: string
  readonly answer: Answer
  /** Index in `answer.choices` of the choice that the conversation continues with. */
  readonly chosen: number
  readonly startedAt: number
  readonly firstMs: number | null
  readonly totalMs: number | null
  readonly failure: RunFailure | null
  readonly requestId: string | null
  readonly serverTiming: string | null
  /** UTF-8 bytes of the model's input, to estimate tokens when the server reports none. */
  readonly sentBytes: number
  /** The requested JSON Schema; null without one. */
  readonly schema: JsonObject | null
}

export const emptyChoice: Choice = {
  index: 0,
  content: '',
  reasoning: '',
  refusal: null,
  toolCalls: [],
  finishReason: null,
}

export const emptyAnswer: Answer = {
  model: null,
  choices: [],
  usage: null,
  firstReasoningMs: null,
  firstContentMs: null,
  lastMs: null,
}

/** The choice that the conversation continues with. */
export function chosenChoice(record: AnswerRecord): Choice {
  return record.answer.choices[record.chosen] ?? emptyChoice
}

/** Why a finished answer is incomplete; null if it is complete. */
export function readCutoff(record: AnswerRecord): string | null {
  if (record.state !== 'done') return null
  return cutoffs[chosenChoice(record).finishReason ?? ''] ?? null
}

const cutoffs: Readonly<Record<string, string>> = {
  length: 'Cut off at the token limit',
  content_filter: 'Cut off by the content filter',
}
