import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'

/** How far two models see the same neighbours. */
export interface Agreement {
  /** Measured rows, the largest disagreement first; ties by row. */
  readonly rows: readonly RowAgreement[]
  /** Mean overlap, 0 to 1; NaN when nothing could be compared. */
  readonly mean: number
  readonly k: number
  /** Null when every row that both models have was compared. */
  readonly sample: FairSample | null
}

export interface RowAgreement {
  readonly row: number
  /** Share (0 to 1) of the k neighbours that both models name. */
  readonly overlap: number
}
