/**
 * The only import of onnxruntime, which sends usage data to its vendor by default. Its Node API cannot disable
 * that.
 */
import { isMainThread, Worker } from 'node:worker_threads'
import type * as Onnxruntime from 'onnxruntime-node'

/**
 * Starts a thread that may load onnxruntime.
 * @throws Error outside the main thread: the library reads the environment of the process, and in a thread
 *   `process.env` is only a copy
 */
export function startOnnxWorker(program: URL, workerData: unknown): Worker {
  if (!isMainThread) throw new Error('startOnnxWorker must be called on the main thread')
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  return new Worker(program, { workerData })
}

/** @throws Error if telemetry was not disabled before */
export async function loadOnnxruntime(): Promise<typeof Onnxruntime> {
  if (process.env['ORT_DISABLE_TELEMETRY'] !== '1')
    throw new Error('onnxruntime needs ORT_DISABLE_TELEMETRY=1: start its thread with startOnnxWorker')
  // oxlint-disable-next-line no-restricted-imports -- here its telemetry is disabled
  return await import('onnxruntime-node')
}

/** @param threads of one run */
export function sessionOptions(threads: number): Onnxruntime.InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its errors are thrown as well.
    logSeverityLevel: 4,
    // Memory patterns would be cached for each text length: more memory, no gain in speed.
    enableMemPattern: false,
    // A spinning thread would take a core from the chat model.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
}
