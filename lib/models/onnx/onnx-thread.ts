import { startOnnxWorker } from './onnxruntime.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { FromWorker, OnnxWorkerData, Row, ToWorker } from './worker-messages.ts'

/** A graph in a thread of its own. One batch at a time. */
export interface OnnxThread {
  /** Rejects when the graph cannot be loaded. */
  readonly ready: Promise<void>
  /** False when the thread has ended by itself. */
  readonly alive: boolean
  /** @returns a row for each sequence; where the thread dies, each says so */
  run(sequences: readonly TokenSequence[]): Promise<readonly Row[]>
  dispose(): Promise<void>
}

export function startOnnxThread(data: OnnxWorkerData): OnnxThread {
  const worker = startOnnxWorker(new URL('./onnx-worker.ts', import.meta.url), data)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let batch: PromiseWithResolvers<readonly Row[]> | null = null
  let size = 0
  let failure = 'the thread ended'
  let alive = true

  worker.on('message', (message: FromWorker) => {
    if (message.type === 'ready') return ready.resolve()
    batch?.resolve(message.rows)
    batch = null
  })
  worker.on('error', error => (failure = error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => {
    alive = false
    ready.reject(new Error(failure))
    batch?.resolve(Array.from({ length: size }, () => ({ failure })))
    ended.resolve()
  })
  // Whoever waits for it is told; a thread that ends unwatched must not end the process.
  ready.promise.catch(() => undefined)

  const tell = (message: ToWorker) => worker.postMessage(message)
  return {
    ready: ready.promise,
    get alive() {
      return alive
    },
    async run(sequences) {
      if (!alive) return sequences.map(() => ({ failure }))
      size = sequences.length
      batch = Promise.withResolvers<readonly Row[]>()
      tell({ type: 'batch', sequences })
      return await batch.promise
    },
    async dispose() {
      if (alive) tell({ type: 'close' })
      await ended.promise
    },
  }
}
