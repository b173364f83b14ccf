import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'

/** How many neighbors of the original space a layout preserves. */
export interface Trust {
  /**
   * Per row the share (0 to 1) of its true neighbors that are its neighbors in the layout; NaN when not
   * measured.
   */
  readonly shares: Float32Array
  /** Mean of the measured rows; NaN without any. */
  readonly mean: number
  /** Neighbors per row: 10, or fewer when there are not enough rows. */
  readonly k: number
  /** Null when every row was measured. */
  readonly sample: FairSample | null
}
