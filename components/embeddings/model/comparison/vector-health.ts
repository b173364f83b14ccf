import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'

/** Known problems of the vectors, to judge how reliable a layout is. Rows are the viewer's row numbers. */
export interface VectorHealth {
  readonly rows: number
  readonly dimensions: number
  /** Rows without a vector: their batch failed or was stopped. */
  readonly missing: readonly number[]
  /** Rows with a value that is not a finite number. */
  readonly notFinite: readonly number[]
  readonly zero: readonly number[]
  /** Lengths of the finite vectors; null without any. `unit` is the number of lengths within 0.001 of 1. */
  readonly norms: NormSummary | null
  /** Groups of rows with the same text, trimmed. */
  readonly duplicateTexts: readonly (readonly number[])[]
  /** Groups of rows with bitwise equal vectors but different texts. */
  readonly duplicateVectors: readonly (readonly number[])[]
  /** Pairs above `nearDuplicateSimilarity` that are in neither list above, most similar first. */
  readonly nearDuplicates: readonly NearDuplicate[]
  /** Null when every row was checked for near duplicates. */
  readonly nearSample: FairSample | null
  /** Rows with whitespace-only text. */
  readonly emptyTexts: readonly number[]
  /** Rows whose text probably exceeds the context window, by estimate; empty when it is unknown. */
  readonly cutTexts: readonly number[]
}

export interface NormSummary {
  readonly min: number
  readonly mean: number
  readonly max: number
  readonly unit: number
}

export interface NearDuplicate {
  readonly first: number
  readonly second: number
  /** Cosine similarity. */
  readonly similarity: number
}

export const nearDuplicateSimilarity = 0.98
