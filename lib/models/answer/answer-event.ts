import type { FinishReason } from '#lib/contracts/api/chat.ts'

/** Log probability of one token, in the API format. */
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

/** Exact token counts of one answer. */
export interface AnswerUsage {
  readonly promptTokens: number
  /** Prompt tokens cached from an earlier call. */
  readonly cachedTokens: number
  readonly completionTokens: number
  readonly reasoningTokens: number
}

/** Events of a chat model, in order; the last one is `finish`. */
export type AnswerEvent =
  | { readonly type: 'text'; readonly text: string; readonly logprobs: readonly TokenLogprob[] }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCallDraft }
  | {
      readonly type: 'finish'
      readonly reason: FinishReason
      readonly usage: AnswerUsage
    }
