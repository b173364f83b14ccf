import type { WrittenVector } from './embedding-model.ts'

/** What the walk through an answer found. */
export interface FoundVectors {
  /** In the order of the answer; `index` null where the server gives none. */
  readonly vectors: readonly { readonly index: number | null; readonly vector: WrittenVector }[]
  readonly promptTokens: number | null
  /** US dollars that the answer reports; absent: none. */
  readonly costUsd?: number | null
  /** The answer is an error inside a 200. */
  readonly refused: boolean
}
