import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { JsonObject } from '#lib/client/json-value.ts'
import type { RunFailure, Run } from '#lib/client/run.ts'

/** One of the `n` answers of a call, as far as it has arrived. */
export interface Choice {
  readonly index: number
  readonly content: string
  readonly reasoning: string
  readonly refusal: string | null
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: string | null
}

/** What a stream or a plain response says so far. Times are milliseconds since the request was sent. */
export interface Answer {
  /** The public id that answered; null until the first event. */
  readonly model: string | null
  readonly choices: readonly Choice[]
  readonly usage: Usage | null
  readonly firstReasoningMs: number | null
  readonly firstContentMs: number | null
  readonly lastMs: number | null
}

/** What is kept of the run behind an assistant turn. */
export interface AnswerRecord {
  readonly state: Run['state']
  /** The model that was asked; `answer.model` is the one that answered. */
  readonly model: string
  readonly answer: Answer
  /** Position in `answer.choices` of the choice that the conversation goes on with. */
  readonly chosen: number
  readonly startedAt: number
  readonly firstMs: number | null
  readonly totalMs: number | null
  readonly failure: RunFailure | null
  readonly requestId: string | null
  readonly serverTiming: string | null
  /** UTF-8 bytes of what the model read, to estimate tokens where the server gives none. */
  readonly sentBytes: number
  /** The JSON Schema that the answer was asked to fit; null when it was not. */
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

/** The choice that the conversation goes on with. */
export function chosenChoice(record: AnswerRecord): Choice {
  return record.answer.choices[record.chosen] ?? emptyChoice
}
