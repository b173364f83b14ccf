import type { PartLimits } from '#lib/providers/transport/in-parts.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type { EmbedRequest, WrittenVector } from './embedding-model.ts'

/** Request and response format of one vendor's embeddings API. */
export interface EmbeddingAdapter {
  /** Below the provider's base path. */
  readonly path: string
  readonly limits: PartLimits
  readonly takesTokens: boolean
  /** Whether the server measures inputs itself and truncates them on request. */
  readonly truncates: boolean
  toBody(request: EmbedRequest, modelId: string): Record<string, unknown>
  /** @throws UnreadableJson when the response has another shape */
  findVectors(answer: Buffer): FoundVectors
  /** The token count, where a header reports it. */
  countTokens?(headers: ExchangeResponse['headers']): number | null
}

/** The contents of a response. */
export interface FoundVectors {
  /** In response order; `index` is null where the server gives none. */
  readonly vectors: readonly { readonly index: number | null; readonly vector: WrittenVector }[]
  readonly promptTokens: number | null
  /** Reported cost in US dollars; absent: none. */
  readonly costUsd?: number | null
  /** The response is an error with status 200. */
  readonly refused: boolean
}

/** The texts of a request to a server without token ids; requests with token ids were rejected before. */
export function textsOf({ inputs }: EmbedRequest): readonly string[] {
  return inputs.kind === 'texts' ? inputs.texts : []
}

/**
 * The smallest supported size with at least `wanted` dimensions; the largest where none is large enough. The
 * rest is cut off afterwards, which is how these models produce shorter vectors.
 */
export function smallestSize(sizes: readonly number[], wanted: number): number | undefined {
  return sizes.find(size => size >= wanted) ?? sizes.at(-1)
}
