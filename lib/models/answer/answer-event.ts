import type { FinishReason } from '#lib/contracts/api/chat.ts'

/** One token's probability in the shape of the wire. */
export interface TokenLogprob {
  readonly token: string
  readonly logprob: number
  readonly bytes: readonly number[]
  readonly top_logprobs: readonly Omit<TokenLogprob, 'top_logprobs'>[]
}

export interface ToolCallDraft {
  readonly name: string
  /** JSON text. */
  readonly arguments: string
}

/** Exact figures of one answer. */
export interface AnswerUsage {
  readonly promptTokens: number
  /** Prompt tokens that were still in memory from an earlier call. */
  readonly cachedTokens: number
  readonly completionTokens: number
  readonly reasoningTokens: number
}

/** What a chat model writes, in order; the last event is `finish`. */
export type AnswerEvent =
  | { readonly type: 'text'; readonly text: string; readonly logprobs: readonly TokenLogprob[] }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCallDraft }
  | {
      readonly type: 'finish'
      readonly reason: FinishReason
      readonly usage: AnswerUsage
    }
