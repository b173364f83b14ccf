import type { Layout } from '#components/embeddings/model/vector-set.ts'

/** `projector`: the two files for the TensorFlow projector. */
export type ExportFormat = 'csv' | 'jsonl' | 'npy' | 'projector'

export interface ExportInput {
  readonly format: ExportFormat
  /** Rows to write, in this order; null for all with a vector. */
  readonly only: readonly number[] | null
  readonly layout: Layout | null
  /** Cluster of each row, -1 for none. */
  readonly clusters: Int32Array | null
  /** Whether CSV and JSONL include the vectors. */
  readonly vectors: boolean
  /** Prefix of the file names, e.g. `embeddings`. */
  readonly name: string
}

export interface ExportFile {
  readonly name: string
  readonly content: Blob
  /** API keys that were left out of the texts. */
  readonly keysRemoved: number
}
