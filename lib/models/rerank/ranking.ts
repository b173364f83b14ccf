export interface RankQuestion {
  readonly query: string
  readonly documents: readonly string[]
  /** Tokens after which a document is truncated. */
  readonly maxTokensPerDoc: number
}

export interface Ranking {
  /** 0 to 1, one per document, in order. */
  readonly scores: readonly number[]
  /** Tokens read, including special tokens. */
  readonly tokens: number
  readonly queueMs: number
}
