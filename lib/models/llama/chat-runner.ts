import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { AnswerEvent } from '#lib/models/answer/answer-event.ts'

/** A loaded chat model. */
export interface ChatRunner {
  readonly contextTokens: number
  /** Maximum concurrent calls. */
  readonly parallel: number
  /** Measured at load. */
  readonly promptTokensPerSecond: number
  /**
   * @param options.index index of the answer among `n`
   * @throws ApiError `context_length_exceeded` before anything is evaluated; the signal's reason on abort
   */
  answer(
    request: ChatRequest,
    options: { readonly index: number; readonly signal: AbortSignal },
  ): AsyncIterable<AnswerEvent>
  /**
   * The tokens of the prompt that `answer` would read, also above the context window.
   * @throws ApiError `context_length_exceeded` for megabytes of text
   */
  countTokens(request: ChatRequest, signal: AbortSignal): Promise<number>
  dispose(): Promise<void>
}

export type LoadChatRunner = (options: {
  readonly modelPath: string
  readonly modelId: string
  readonly thinks: boolean
  /** Of each parallel call. */
  readonly contextTokens: number
  /** @param share of the weights in memory, 0…1 */
  readonly onProgress?: (share: number) => void
}) => Promise<ChatRunner>
