import type { PartLimits } from '#lib/providers/transport/in-parts.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type { EmbedRequest, WrittenVector } from './embedding-model.ts'

/** How the requests for vectors and their answers look at one vendor. */
export interface EmbeddingAdapter {
  /** Below the provider's base path. */
  readonly path: string
  readonly limits: PartLimits
  readonly takesTokens: boolean
  /** Whether it measures its inputs itself, and truncates them on request. */
  readonly truncates: boolean
  toBody(request: EmbedRequest, modelId: string): Record<string, unknown>
  /** @throws UnreadableJson when the answer has another shape */
  findVectors(answer: Buffer): FoundVectors
  /** The token count, where it comes in a header. */
  countTokens?(headers: ExchangeResponse['headers']): number | null
}

/** What was found in an answer. */
export interface FoundVectors {
  /** In the order of the answer; `index` null where the server gives none. */
  readonly vectors: readonly { readonly index: number | null; readonly vector: WrittenVector }[]
  readonly promptTokens: number | null
  /** US dollars that the answer reports; absent: none. */
  readonly costUsd?: number | null
  /** The answer is an error inside a 200. */
  readonly refused: boolean
}

/** The texts of a request to a server that takes no token ids; a request with token ids was refused before. */
export function textsOf({ inputs }: EmbedRequest): readonly string[] {
  return inputs.kind === 'texts' ? inputs.texts : []
}

/**
 * The smallest size that holds `wanted` dimensions, of a model that offers only a few; the largest where none is large
 * enough. The rest is cut off afterwards, which is how these models make shorter vectors.
 */
export function smallestSize(sizes: readonly number[], wanted: number): number | undefined {
  return sizes.find(size => size >= wanted) ?? sizes.at(-1)
}
