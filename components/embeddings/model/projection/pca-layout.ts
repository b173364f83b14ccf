import type { Layout } from '#components/embeddings/model/vector-set.ts'

/** The two directions in which the vectors differ most. */
export interface PcaLayout {
  readonly layout: Layout
  /** Share of all variance (0 to 1) along x and along y. */
  readonly explained: readonly [number, number]
}
