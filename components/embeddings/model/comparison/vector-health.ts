import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'

/** What to know about vectors before trusting a picture of them. Rows are the viewer's row numbers. */
export interface VectorHealth {
  readonly rows: number
  readonly dimensions: number
  /** Rows without a vector: their batch failed or was stopped. */
  readonly missing: readonly number[]
  /** Rows with a value that is not a finite number. */
  readonly notFinite: readonly number[]
  readonly zero: readonly number[]
  /** Lengths of the finite vectors; null without any. `unit` is how many are 1 within 0.001. */
  readonly norms: NormSummary | null
  /** Groups of rows with the same text (spaces at the ends apart). */
  readonly duplicateTexts: readonly (readonly number[])[]
  /** Groups of rows whose vectors are equal bit for bit though their texts differ. */
  readonly duplicateVectors: readonly (readonly number[])[]
  /** Pairs above `nearDuplicateSimilarity` that are in neither list above, most alike first. */
  readonly nearDuplicates: readonly NearDuplicate[]
  /** Null when the near duplicates of every row were looked for. */
  readonly nearSample: FairSample | null
  /** Rows whose text is only spaces. */
  readonly emptyTexts: readonly number[]
  /** Rows whose text is probably longer than the model's window, by estimate; empty when the window is unknown. */
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
