import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'

export interface RerankQuestion {
  readonly query: string
  /** 1 to 1,000 texts. */
  readonly documents: readonly string[]
  /** Tokens after which a document is cut. */
  readonly maxTokensPerDoc: number
}

export interface RerankScore {
  /** Position in `documents`; each once. */
  readonly index: number
  /** 0 to 1: a logit has been through the sigmoid. */
  readonly score: number
}

export interface RerankAnswer {
  /** One for each document, in any order. */
  readonly scores: readonly RerankScore[]
  /** Null: the upstream did not say. */
  readonly inputTokens: number | null
  /** US dollars that the upstream reports; null: it reports no cost. */
  readonly costUsd: number | null
}

/** A reranker of one provider. */
export interface RerankModel {
  readonly providerId: string
  /** The upstream's own name of the model. */
  readonly modelId: string
  /**
   * Makes one attempt.
   * @throws UpstreamError, an ApiError whose `retryable` says whether this model may be asked again; also when an
   *   index is out of range, a score not a number, or a document has none
   */
  rerank(question: RerankQuestion, options: AttemptOptions): Promise<RerankAnswer>
}
