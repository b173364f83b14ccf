import { ApiError } from '#lib/errors.ts'
import type { ComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { Row } from './worker-messages.ts'

export interface BatchTicket {
  /** Key of the call: keys are served in turn, text by text. */
  readonly key: string
  readonly signal: AbortSignal
}

export interface BatchResult {
  /** A vector for each sequence, in order. */
  readonly vectors: readonly Float32Array<ArrayBuffer>[]
  /** Milliseconds until the first one started. */
  readonly queueMs: number
}

/** Texts of all calls that wait for one model, evaluated in shared batches. */
export interface TextBatches {
  /**
   * @throws ApiError `internal_error` if a text could not be evaluated; the signal's reason on abort: pending
   * texts of the call are left out of the next batch
   */
  run(sequences: readonly TokenSequence[], ticket: BatchTicket): Promise<BatchResult>
}

/** Approximate duration of a batch, which is how long an answer may be delayed. */
const batchMs = 100
const batchTokens = { min: 64, max: 16_384, first: 512 } as const
const smoothing = 0.3

export function createTextBatches(options: {
  /** A row for each sequence, in order; never rejects. */
  readonly evaluate: (sequences: readonly TokenSequence[]) => Promise<readonly Row[]>
  readonly semaphore: ComputeSemaphore
  /** Sequences evaluated in parallel. */
  readonly parallel: number
}): TextBatches {
  const { evaluate, semaphore, parallel } = options
  const queue = createBatchQueue<RunningCall>()
  let tokensPerMs = batchTokens.first / batchMs
  let running = false

  const runBatch = async () => {
    const tokensMax = Math.min(batchTokens.max, Math.max(batchTokens.min, tokensPerMs * batchMs))
    const batch = queue.take({ tokensMax, parallel })
    if (batch.length === 0) return
    const startMs = performance.now()
    for (const { call } of batch) call.begin(startMs)
    const rows = await evaluate(batch.map(({ sequence }) => sequence))
    const tokens = batch.reduce((sum, { sequence }) => sum + sequence.ids.length, 0)
    // A batch on one thread does not measure the speed of all threads.
    if (batch.length >= parallel)
      tokensPerMs += smoothing * (tokens / (performance.now() - startMs) - tokensPerMs)
    for (const [index, { call, position }] of batch.entries()) call.settle(position, rows[index])
  }

  const runAll = async () => {
    if (running) return
    running = true
    try {
      while (queue.waiting) await semaphore.batch(runBatch)
    } finally {
      running = false
    }
  }

  return {
    async run(sequences, { key, signal }) {
      signal.throwIfAborted()
      if (sequences.length === 0) return { vectors: [], queueMs: 0 }
      const call = createCall(sequences)
      const leave = () => call.fail(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      queue.add(key, call)
      void runAll()
      try {
        return await call.result
      } finally {
        queue.remove(key, call)
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

interface RunningCall extends BatchCall {
  readonly result: Promise<BatchResult>
  begin(nowMs: number): void
  settle(position: number, row: Row | undefined): void
  fail(reason: unknown): void
}

function createCall(sequences: readonly TokenSequence[]): RunningCall {
  const { promise, resolve, reject } = Promise.withResolvers<BatchResult>()
  const vectors: Float32Array<ArrayBuffer>[] = []
  const enteredMs = performance.now()
  let queueMs: number | null = null
  let left = sequences.length
  // Sequences of similar length keep all threads busy to the end of a batch.
  const order = [...sequences.entries()].toSorted(([, a], [, b]) => b.ids.length - a.ids.length)
  return {
    sequences: order.map(([, sequence]) => sequence),
    result: promise,
    begin(nowMs) {
      queueMs ??= nowMs - enteredMs
    },
    settle(position, row) {
      if (!(row instanceof Float32Array)) return reject(toError(row?.failure ?? 'no row'))
      vectors[order[position]?.[0] ?? position] = row
      left -= 1
      if (left === 0) resolve({ vectors, queueMs: queueMs ?? 0 })
    },
    fail: reject,
  }
}

function toError(failure: string): ApiError {
  return new ApiError('internal_error', 'The embedded engine could not read one of the texts.', {
    cause: new Error(failure),
  })
}

/** Texts of a call, for the queue. */
interface BatchCall {
  readonly sequences: readonly TokenSequence[]
}

interface BatchItem<Call extends BatchCall> {
  readonly call: Call
  /** Index of the text in the call. */
  readonly position: number
  readonly sequence: TokenSequence
}

/**
 * Waiting texts. Keys are served in turn, and so are the calls of a key, so that one query need not wait for
 * 2,000 texts.
 */
interface BatchQueue<Call extends BatchCall> {
  readonly waiting: boolean
  add(key: string, call: Call): void
  /** Pending texts are not served any more. */
  remove(key: string, call: Call): void
  /** Takes texts up to `tokensMax` tokens in total, and a multiple of `parallel` so that no thread idles. */
  take(size: { readonly tokensMax: number; readonly parallel: number }): BatchItem<Call>[]
}

interface WaitingCall<Call> {
  readonly call: Call
  next: number
}

interface WaitingKey<Call> {
  readonly key: string
  readonly calls: WaitingCall<Call>[]
}

export function createBatchQueue<Call extends BatchCall>(): BatchQueue<Call> {
  // The next one to be served is first.
  const keys: WaitingKey<Call>[] = []

  const takeOne = (): BatchItem<Call> | null => {
    const first = keys.shift()
    const waiting = first?.calls.shift()
    if (first === undefined || waiting === undefined) return null
    const { call, next: position } = waiting
    waiting.next += 1
    if (waiting.next < call.sequences.length) first.calls.push(waiting)
    if (first.calls.length > 0) keys.push(first)
    const sequence = call.sequences[position]
    return sequence === undefined ? null : { call, position, sequence }
  }

  return {
    get waiting() {
      return keys.length > 0
    },
    add(key, call) {
      const waiting = { call, next: 0 }
      const known = keys.find(each => each.key === key)
      if (known === undefined) keys.push({ key, calls: [waiting] })
      else known.calls.push(waiting)
    },
    remove(key, call) {
      const position = keys.findIndex(each => each.key === key)
      const calls = keys[position]?.calls ?? []
      const index = calls.findIndex(each => each.call === call)
      if (index !== -1) calls.splice(index, 1)
      if (position !== -1 && calls.length === 0) keys.splice(position, 1)
    },
    take({ tokensMax, parallel }) {
      const batch: BatchItem<Call>[] = []
      let tokens = 0
      while (tokens < tokensMax || batch.length % parallel !== 0) {
        const item = takeOne()
        if (item === null) break
        batch.push(item)
        tokens += item.sequence.ids.length
      }
      return batch
    },
  }
}
