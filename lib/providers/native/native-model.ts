import type { Usage } from '#lib/contracts/api/usage.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'

/** A request in the API format of the provider. */
export interface NativeRequest {
  readonly envelope: RequestEnvelope
  /** Members that Sextant sets, such as a limit of the answer that only a budget has set. */
  readonly set: Readonly<Record<string, unknown>>
  /** The provider's names of fallbacks and models of tools; null: it does not have this fallback. */
  readonly otherModels?: ReadonlyMap<string, string | null>
  /** Public id of the target; answers name it instead of the upstream's id. */
  readonly publicId: string
  /** Begins with a question mark, or empty. */
  readonly query: string
  /** Headers of the client that the provider reads. */
  readonly headers: Readonly<Record<string, string>>
}

export interface NativeAnswer {
  readonly parts: readonly Uint8Array[]
  /** As the upstream reported it; null: it did not. */
  readonly usage: Usage | null
  /** Whether it ended at the limit of its tokens. */
  readonly isCut: boolean
  /** About as many as the output has, for answers whose tokens are not reported. */
  writtenBytes(): number
  readonly requestId: string | null
  /** The header by which Codex returns to the same server; null: none. */
  readonly turnState: string | null
}

/** The answer as a stream of whole events. It starts with the events that commit the response. */
export interface NativeStream extends AsyncIterable<Buffer> {
  readonly usage: Usage | null
  readonly isCut: boolean
  readonly requestId: string | null
  readonly turnState: string | null
  readonly finished: boolean
  /** An estimate from the size of the events, for a stream without usage. */
  readonly writtenTokens: number
  /** How many events it has passed on. */
  readonly passed: number
  /** The data of its first event; null: that has not arrived. */
  readonly opening: Readonly<Record<string, unknown>> | null
}

/**
 * A model whose provider speaks the client's API format: bytes pass. Every method makes one attempt, as those of
 * `LanguageModel` do.
 */
export interface NativeModel {
  /** Whether its server runs inside our network and must not fetch URLs that clients choose. */
  readonly refusesUrls: boolean
  /** @throws UpstreamError */
  generate(request: NativeRequest, options: AttemptOptions): Promise<NativeAnswer>
  /** Faults until the first events can be retried; after them the stream is interrupted. */
  stream(request: NativeRequest, options: AttemptOptions): NativeStream
  /** @returns null: the upstream does not count tokens */
  countTokens(request: NativeRequest, options: AttemptOptions): Promise<number | null>
}
