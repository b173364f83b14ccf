import { Worker } from 'node:worker_threads'
import type { CountRequest, CountResult } from './token-worker.ts'

interface Counter {
  readonly worker: Worker
  readonly pending: Map<number, { resolve(tokens: number): void; reject(error: Error): void }>
  idle: NodeJS.Timeout
}

// The vocabulary takes 80 MB: it is kept while there are texts to count.
const idleMs = 60_000
let counter: Counter | null = null
let lastId = 0

/**
 * Tokens of a text by the o200k vocabulary. A worker counts, started by the first text: loading the vocabulary alone
 * takes 200 ms of CPU, and most gateways never need it.
 * @throws Error when the worker broke; the next text starts another
 */
export function countTokens(text: string): Promise<number> {
  const { worker, pending, idle } = (counter ??= start())
  const request: CountRequest = { id: ++lastId, text }
  return new Promise((resolve, reject) => {
    pending.set(request.id, { resolve, reject })
    idle.refresh()
    worker.ref()
    worker.postMessage(request)
  })
}

function start(): Counter {
  const worker = new Worker(new URL('./token-worker.ts', import.meta.url))
  const started: Counter = { worker, pending: new Map(), idle: setTimeout(stopIdle, idleMs).unref() }
  worker.unref()
  worker.on('message', ({ id, tokens }: CountResult) => {
    started.pending.get(id)?.resolve(tokens)
    started.pending.delete(id)
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
