import type { Layout } from '#components/embeddings/model/vector-set.ts'
import type { FairSample } from './fair-sample.ts'

export interface UmapSettings {
  /** Neighbours that each point is held to: few show detail, many the whole. 2 to 200. */
  readonly neighbours: number
  /** How close points may lie, 0 to 0.99. */
  readonly minDist: number
  readonly seed: number
}

export const umapDefaults: UmapSettings = { neighbours: 15, minDist: 0.1, seed: 7 }

/** Above this many points a fair sample is laid out and the rest is placed by its neighbours there. */
export const umapPointsMax = 2_000

export interface UmapLayout {
  readonly layout: Layout
  /** Null when every point was laid out. */
  readonly sample: FairSample | null
}
