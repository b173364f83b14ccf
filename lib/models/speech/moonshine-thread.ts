import { startOnnxWorker } from '#lib/models/onnx/onnxruntime.ts'
import type { FromMoonshine, MoonshineWorkerData, ToMoonshine } from './moonshine-messages.ts'

/** The model in a thread of its own; one question at a time. */
export interface MoonshineThread {
  /** Rejects when the model cannot be loaded. */
  readonly ready: Promise<void>
  /** @returns the tokens of the window; null: there is more to come */
  ask(message: Exclude<ToMoonshine, { type: 'close' }>): Promise<readonly number[] | null>
  dispose(): Promise<void>
}

export function startMoonshineThread(data: MoonshineWorkerData): MoonshineThread {
  const worker = startOnnxWorker(new URL('./moonshine-worker.ts', import.meta.url), data)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let waiting: PromiseWithResolvers<readonly number[] | null> | null = null
  let failure = 'the thread ended'
  let alive = true

  worker.on('message', (message: FromMoonshine) => {
    if (message.type === 'ready') return ready.resolve()
    const asked = waiting
    waiting = null
    if (message.type === 'heard') asked?.resolve(message.ids)
    else asked?.reject(new Error(message.failure))
  })
  worker.on('error', error => (failure = error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => {
    alive = false
    ready.reject(new Error(failure))
    waiting?.reject(new Error(failure))
    ended.resolve()
  })
  // Whoever waits for it is told; a thread that ends unwatched must not end the process.
  ready.promise.catch(() => undefined)

  const tell = (message: ToMoonshine): void => worker.postMessage(message)
  return {
    ready: ready.promise,
    async ask(message) {
      if (!alive) throw new Error(failure)
      waiting = Promise.withResolvers()
      tell(message)
      return await waiting.promise
    },
    async dispose() {
      if (alive) tell({ type: 'close' })
      await ended.promise
    },
  }
}
