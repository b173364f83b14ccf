import type { StratifiedSample } from '#components/embeddings/model/analysis/stratified-sample.ts'

/** Agreement of two models on the neighbors of texts. */
export interface Agreement {
  /** Measured rows, the largest disagreement first; ties by row. */
  readonly rows: readonly RowAgreement[]
  /** Mean overlap, 0 to 1; NaN when nothing is comparable. */
  readonly mean: number
  readonly k: number
  /** Null when every row in both models was compared. */
  readonly sample: StratifiedSample | null
}

export interface RowAgreement {
  readonly row: number
  /** Share (0 to 1) of the k neighbors in common. */
  readonly overlap: number
}
