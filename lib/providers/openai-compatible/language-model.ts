import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { ChatChunk, ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'

/** Chunks that arrived in one read travel together; a comment is passed on while nothing else comes. */
export type LanguageStreamItem =
  | { readonly kind: 'events'; readonly events: readonly ChatChunk[] }
  | { readonly kind: 'waiting'; readonly note: string }

/**
 * A chat model of one provider. Both verbs make exactly one attempt; retries, fallbacks and the circuit are the
 * capability's. Chunks are normalised (roles, tool indexes and ids, finish reasons) but keep the upstream's id,
 * model and time: the capability sets ours. Where the upstream gave none, `system_fingerprint` is empty and a
 * completion's `usage` counts nothing.
 */
export interface LanguageModel {
  readonly providerId: string
  /** The upstream's own name of the model. */
  readonly modelId: string
  /** @throws UpstreamError, an ApiError whose `retryable` says whether this model may be asked again */
  generate(request: ChatRequest, options: AttemptOptions): Promise<ChatCompletion>
  /**
   * Events begin with the first that commits (content, reasoning, a tool call, a finish), the role before it included;
   * until then a fault may be retried, and after it the code is `upstream_stream_interrupted` or `…_timeout`. The
   * last events carry a `finish_reason` per choice; usage comes in a chunk without choices, and where the upstream
   * reports as it goes, also on the chunks before. A normal end means that every choice was finished.
   */
  stream(request: ChatRequest, options: AttemptOptions): AsyncIterable<LanguageStreamItem>
}
