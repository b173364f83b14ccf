import type { Layout } from '#components/embeddings/model/vector-set.ts'
import type { StratifiedSample } from '#components/embeddings/model/analysis/stratified-sample.ts'

export interface UmapSettings {
  /** UMAP's n_neighbors: small values show detail, large ones global structure. 2 to 200. */
  readonly neighbours: number
  /** UMAP's min_dist, 0 to 0.99. */
  readonly minDist: number
  readonly seed: number
}

export const umapDefaults: UmapSettings = { neighbours: 15, minDist: 0.1, seed: 7 }

/** Above this number of points a stratified sample is laid out and the rest is placed by its neighbors. */
export const umapPointsMax = 2_000

export interface UmapLayout {
  readonly layout: Layout
  /** Null when every point was laid out. */
  readonly sample: StratifiedSample | null
}
