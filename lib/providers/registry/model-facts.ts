/** Known facts of a model; null: unknown. */
export interface ModelFacts {
  readonly providerId: string
  readonly contextTokens: number | null
  /** Of an embedded model that is loaded. */
  readonly promptTokensPerSecond: number | null
  /** Of an embedding model: the similarity of unrelated texts. */
  readonly similarityFloor: number | null
}
