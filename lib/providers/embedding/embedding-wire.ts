import type { PartLimits } from '#lib/providers/transport/in-parts.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type { EmbedRequest } from './embedding-model.ts'
import type { FoundVectors } from './found-vectors.ts'

/** How one kind of server is asked for vectors, and where they stand in its answer. */
export interface EmbeddingWire {
  /** Below the provider's base path. */
  readonly path: string
  readonly limits: PartLimits
  readonly takesTokens: boolean
  /** Whether it measures its inputs itself, and cuts them when it is told to. */
  readonly truncates: boolean
  toBody(request: EmbedRequest, modelId: string): Record<string, unknown>
  /** @throws UnreadableJson when the answer has another shape */
  findVectors(answer: Buffer): FoundVectors
  /** Where the tokens are counted in a header. */
  countTokens?(headers: ExchangeResponse['headers']): number | null
}
