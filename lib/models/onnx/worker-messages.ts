import type { Reduction } from './reduce-output.ts'
import type { TokenSequence } from './token-sequence.ts'

export interface OnnxWorkerData {
  readonly modelPath: string
  readonly reduction: Reduction
  readonly threads: number
}

/** Result of one sequence. */
export type Row = Float32Array<ArrayBuffer> | { readonly failure: string }

export type ToWorker =
  | { readonly type: 'batch'; readonly sequences: readonly TokenSequence[] }
  | { readonly type: 'close' }

/** `ready` once; then one `rows` per batch, in the batch's order. */
export type FromWorker = { readonly type: 'ready' } | { readonly type: 'rows'; readonly rows: readonly Row[] }
