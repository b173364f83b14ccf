import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { AnswerEvent } from '#lib/models/answer/answer-event.ts'
import type { NeedProbeKind } from '#lib/models/answer/tool-need.ts'

/** How far a prompt is read. */
export interface PromptReading {
  /** Of the whole prompt. */
  readonly tokens: number
  /** Of them, read or cached. */
  readonly readTokens: number
}

/** A loaded chat model. */
export interface ChatRunner {
  readonly contextTokens: number
  /** Maximum concurrent calls. */
  readonly parallel: number
  /** Measured at load. */
  readonly promptTokensPerSecond: number
  /**
   * @param options.index index of the answer among `n`
   * @param options.onReading called before each part of the prompt is read
   * @throws ApiError `context_length_exceeded` before anything is evaluated; the signal's reason on abort
   */
  answer(
    request: ChatRequest,
    options: {
      readonly index: number
      readonly signal: AbortSignal
      readonly onReading?: (reading: PromptReading) => void
    },
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
  readonly toolProbe: NeedProbeKind | null
  /** Of each parallel call. */
  readonly contextTokens: number
  /** @param share of the weights in memory, 0…1 */
  readonly onProgress?: (share: number) => void
}) => Promise<ChatRunner>
