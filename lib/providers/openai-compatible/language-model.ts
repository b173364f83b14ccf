import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { NativeModel } from '#lib/providers/native/native-model.ts'
import type { Quirks } from './quirks.ts'
import type { ChatChunk, ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'

export type TranslationQuirks = Pick<
  Quirks,
  'effort' | 'cacheKey' | 'cacheHints' | 'inlineSystem' | 'prefill' | 'reasoningBack'
>

/** Chunks of one read stay together; a comment is passed on until content arrives. */
export type LanguageStreamItem =
  | { readonly kind: 'events'; readonly events: readonly ChatChunk[] }
  | { readonly kind: 'waiting'; readonly note: string }

/**
 * A chat model of one provider. Both methods make exactly one attempt; the capability handles retries,
 * fallbacks and the circuit breaker. Chunks are normalized (roles, tool indexes and ids, finish reasons) but
 * keep the upstream's id, model and time; the capability sets ours. Where the upstream reports none,
 * `system_fingerprint` is empty and a completion's `usage` is zero.
 */
export interface LanguageModel {
  readonly providerId: string
  /** The upstream's name of the model. */
  readonly modelId: string
  /** In which requests are sent; absent: chat completions. */
  readonly apiFormat?: 'messages'
  /** Checks a request before anything is sent. @throws ApiError of the request */
  check?(request: ChatRequest): void
  /** @throws UpstreamError, an ApiError whose `retryable` says whether to retry this model */
  generate(request: ChatRequest, options: AttemptOptions): Promise<ChatCompletion>
  /**
   * Starts with the first committing event (content, reasoning, a tool call, a finish reason), including the
   * role before it. Until then a fault can be retried; after it the code is `upstream_stream_interrupted` or
   * `…_timeout`. The last events carry a `finish_reason` per choice; usage comes in a chunk without choices,
   * and also on earlier chunks where the upstream reports it continuously. A normal end means that every
   * choice finished.
   */
  stream(request: ChatRequest, options: AttemptOptions): AsyncIterable<LanguageStreamItem>
  /** The tokens of the prompt, exactly; absent: only an estimate is possible. */
  readonly countTokens?: (request: ChatRequest, options: AttemptOptions) => Promise<number>
  /** Abilities that a request translated from another API format may use. */
  readonly translation?: TranslationQuirks
  /** Other API formats of its provider, for clients that use them. */
  readonly native?: { readonly messages?: NativeModel; readonly responses?: NativeModel }
}
