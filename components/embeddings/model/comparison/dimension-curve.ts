import type { StratifiedSample } from '#components/embeddings/model/analysis/stratified-sample.ts'

/** The neighbors that remain when vectors are truncated to fewer dimensions and normalized again. */
export interface DimensionCurve {
  readonly points: readonly { readonly dimensions: number; readonly recall: number }[]
  readonly k: number
  /** Null when every row was measured. */
  readonly sample: StratifiedSample | null
}
