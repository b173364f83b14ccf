/** What is known of a model; null: nobody said. */
export interface ModelFacts {
  readonly providerId: string
  readonly contextTokens: number | null
  /** Of an embedded model that is loaded. */
  readonly promptTokensPerSecond: number | null
  /** Of an embedding model: the likeness that unrelated texts reach. */
  readonly similarityFloor: number | null
}
