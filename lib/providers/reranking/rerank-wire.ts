import type { PartLimits } from '#lib/providers/transport/in-parts.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type { RerankQuestion } from './rerank-model.ts'

/** What an answer says, before the scores are brought between 0 and 1. */
export interface RawRanking {
  readonly scores: readonly RawScore[]
  readonly inputTokens: number | null
  /** US dollars that the answer reports; absent: none. */
  readonly costUsd?: number | null
}

export interface RawScore {
  readonly index: unknown
  readonly score: unknown
}

/** How one kind of server is asked to rerank. */
export interface RerankWire {
  /** Below the provider's base path. */
  readonly path: string
  readonly limits: PartLimits
  /** What its scores are: already between 0 and 1, or logits. Whatever leaves 0 to 1 is taken for logits anyway. */
  readonly scale: 'probability' | 'logit'
  toBody(question: RerankQuestion, modelId: string): Record<string, unknown>
  /** Null when the answer has another shape. */
  readRanking(answer: unknown, headers: ExchangeResponse['headers']): RawRanking | null
}
