import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { AnswerEvent } from '#lib/models/answer/answer-event.ts'

/** A chat model in memory. */
export interface ChatRunner {
  readonly contextTokens: number
  /** Calls that may run at once. */
  readonly parallel: number
  /** Measured at load. */
  readonly promptTokensPerSecond: number
  /**
   * @param options.index which of the `n` answers this is
   * @throws ApiError `context_length_exceeded` before anything is evaluated; the signal's reason when it aborts
   */
  answer(
    request: ChatRequest,
    options: { readonly index: number; readonly signal: AbortSignal },
  ): AsyncIterable<AnswerEvent>
  dispose(): Promise<void>
}

export type LoadChatRunner = (options: {
  readonly modelPath: string
  readonly modelId: string
  readonly thinks: boolean
}) => Promise<ChatRunner>
