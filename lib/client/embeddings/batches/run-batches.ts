import type { Run } from '#lib/client/run.ts'
import type { BatchOutcome, BatchProgress } from './batch-report.ts'

export interface BatchesInput {
  readonly texts: readonly string[]
  /** The draft's body; each request is this with its own `input`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Sends one body, as `startRun` does, and resolves with the ended run; never rejects. */
  readonly send: (body: string, signal: AbortSignal) => Promise<Run>
  readonly onProgress: (progress: BatchProgress) => void
  readonly signal: AbortSignal
  /** Texts in a request at most. */
  readonly batchSize?: number
  /** Requests on their way at once. */
  readonly concurrency?: number
  /** An earlier outcome of the same texts: only what it lacks is sent. */
  readonly previous?: BatchOutcome
}

export declare function runBatches(input: BatchesInput): Promise<BatchOutcome>
