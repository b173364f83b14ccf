import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'

/** How much of the original space a picture keeps. */
export interface Trust {
  /** Per row the share (0 to 1) of its true neighbours that are its neighbours in the picture; NaN where not measured. */
  readonly shares: Float32Array
  /** Mean of the measured rows; NaN when none could be measured. */
  readonly mean: number
  /** Neighbours counted per row: 10, or fewer where there are not that many rows. */
  readonly k: number
  /** Null when every row was measured. */
  readonly sample: FairSample | null
}
