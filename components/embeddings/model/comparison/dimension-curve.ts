import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'

/** What is left of the neighbours when vectors are cut to fewer dimensions and scaled to length 1 again. */
export interface DimensionCurve {
  readonly points: readonly { readonly dimensions: number; readonly recall: number }[]
  readonly k: number
  /** Null when every row was asked. */
  readonly sample: FairSample | null
}
