import type { Run } from '#lib/client/run.ts'
import type { VectorSet } from '#components/embeddings/model/vector-set.ts'

/** Texts `start` to `end` (exclusive) of a set, sent as one request. */
export interface Batch {
  readonly index: number
  readonly start: number
  readonly end: number
  /** Estimated; shown with ≈. */
  readonly tokens: number
}

/** `wrong`: the API returned vectors that do not match the request; `reason` explains it. */
export type BatchReport = { readonly batch: Batch } & (
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly startedAt: number }
  | { readonly state: 'done'; readonly run: Run; readonly tokens: number | null; readonly ms: number }
  | { readonly state: 'failed'; readonly run: Run }
  | { readonly state: 'wrong'; readonly run: Run; readonly reason: string }
  | { readonly state: 'stopped' }
)

export interface BatchProgress {
  readonly reports: readonly BatchReport[]
  /** Texts with a vector. */
  readonly done: number
  readonly total: number
}

export interface BatchOutcome extends BatchProgress {
  /** Vectors received; null when there are none. */
  readonly vectors: VectorSet | null
  /** Sum of the reported token counts; null when one is missing. */
  readonly tokens: number | null
  /** Milliseconds from the first request to the last response. */
  readonly ms: number
}
