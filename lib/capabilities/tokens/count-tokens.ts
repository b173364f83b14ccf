import { Worker } from 'node:worker_threads'
import type { TokenJob, TokenResult, Vocabulary } from './token-worker.ts'

interface Counter {
  readonly worker: Worker
  readonly pending: Map<number, { resolve(result: TokenResult): void; reject(error: Error): void }>
  idle: NodeJS.Timeout
}

export interface CountOptions {
  /** Default `o200k`. */
  readonly vocabulary?: Vocabulary
  /** Counting stops there; the result is then slightly above it. */
  readonly tokensMax?: number
}

// The vocabulary takes 80 MB, and 200 ms to load: it stays loaded while there are texts to count.
const idleMs = 10_000
let counter: Counter | null = null
let lastId = 0

/**
 * Tokens of a text by the vocabulary. A worker counts; it starts with the first text, because loading the
 * vocabulary takes 200 ms of CPU and most gateways never need it.
 * @throws Error when the worker crashed; the next text starts another
 */
export async function countTokens(text: string, options: CountOptions = {}): Promise<number> {
  return (await measure(text, options)).tokens
}

/** The first `tokensMax` tokens of a text; the whole text if it is shorter. */
export async function cutToTokens(text: string, tokensMax: number, vocabulary?: Vocabulary): Promise<string> {
  const { tokens, length } = await measure(text, { tokensMax, ...(vocabulary && { vocabulary }) })
  return tokens > tokensMax ? text.slice(0, length) : text
}

function measure(
  text: string,
  { vocabulary = 'o200k', tokensMax = Infinity }: CountOptions,
): Promise<TokenResult> {
  const { worker, pending, idle } = (counter ??= start())
  const job: TokenJob = { id: ++lastId, text, vocabulary, tokensMax }
  return new Promise((resolve, reject) => {
    pending.set(job.id, { resolve, reject })
    idle.refresh()
    worker.ref()
    worker.postMessage(job)
  })
}

function start(): Counter {
  const worker = new Worker(new URL('./token-worker.ts', import.meta.url))
  const started: Counter = { worker, pending: new Map(), idle: setTimeout(stopIdle, idleMs).unref() }
  worker.unref()
  worker.on('message', (result: TokenResult) => {
    started.pending.get(result.id)?.resolve(result)
    started.pending.delete(result.id)
    if (started.pending.size === 0) worker.unref()
  })
  worker.on('error', error => end(error))
  worker.on('exit', () => end(new Error('The token counter stopped.')))
  return started

  function stopIdle(): void {
    if (started.pending.size > 0) return void started.idle.refresh()
    if (counter === started) counter = null
    void worker.terminate()
  }

  function end(error: Error): void {
    clearTimeout(started.idle)
    if (counter === started) counter = null
    for (const waiting of started.pending.values()) waiting.reject(error)
    started.pending.clear()
  }
}
