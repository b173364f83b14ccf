import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'

export interface RerankQuestion {
  readonly query: string
  /** 1 to 1,000 texts. */
  readonly documents: readonly string[]
  /** Token limit per document; longer ones are truncated. */
  readonly maxTokensPerDoc: number
}

export interface RerankScore {
  /** Index in `documents`; each once. */
  readonly index: number
  /** 0 to 1; logits have passed through the sigmoid. */
  readonly score: number
}

export interface RerankAnswer {
  /** One for each document, in any order. */
  readonly scores: readonly RerankScore[]
  /** Null: not reported by the upstream. */
  readonly inputTokens: number | null
  /** As billed by the upstream; null: not reported. */
  readonly searchUnits: number | null
  /** Reported cost in US dollars; null: none reported. */
  readonly costUsd: number | null
}

/** A reranker of one provider. */
export interface RerankModel {
  readonly providerId: string
  /** The upstream's name of the model. */
  readonly modelId: string
  /**
   * Makes one attempt.
   * @throws UpstreamError, an ApiError whose `retryable` says whether to retry this model; also when an index
   * is out of range or a document lacks a valid score
   */
  rerank(question: RerankQuestion, options: AttemptOptions): Promise<RerankAnswer>
}
