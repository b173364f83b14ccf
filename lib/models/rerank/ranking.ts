export interface RankQuestion {
  readonly query: string
  readonly documents: readonly string[]
  /** Tokens after which a document is cut. */
  readonly maxTokensPerDoc: number
}

export interface Ranking {
  /** 0 to 1, one for each document, in their order. */
  readonly scores: readonly number[]
  /** What the model has read, marks included. */
  readonly tokens: number
  readonly queueMs: number
}
