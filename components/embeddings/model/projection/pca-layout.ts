import type { Layout } from '#components/embeddings/model/vector-set.ts'

/** The two directions of largest variance. */
export interface PcaLayout {
  readonly layout: Layout
  /** Share of the total variance (0 to 1) along x and y. */
  readonly explained: readonly [number, number]
}
