import { startOnnxWorker } from './onnxruntime.ts'

/** A model in its own thread, which reports `ready` once and then answers one message at a time. */
export interface ModelThread<Message, Answer> {
  /** Rejects if the model cannot be loaded. */
  readonly ready: Promise<void>
  /** False after the thread has exited. */
  readonly alive: boolean
  /** Calls must be sequential. @throws Error if the thread dies */
  ask(message: Message): Promise<Answer>
  /** Fails the pending call. The library aborts a process that exits before its threads have ended. */
  dispose(): Promise<void>
}

/** @param program the thread's entry; it exits after the message `close` */
export function startModelThread<Message, Answer extends { readonly type: string }>(
  program: URL,
  data: unknown,
): ModelThread<Message, Answer> {
  const worker = startOnnxWorker(program, data)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let asked: PromiseWithResolvers<Answer> | null = null
  let failure = 'the thread ended'
  let alive = true

  worker.on('message', (message: Answer | { readonly type: 'ready' }) => {
    if (isReady(message)) return ready.resolve()
    asked?.resolve(message)
    asked = null
  })
  worker.on('error', error => (failure = error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => {
    alive = false
    ready.reject(new Error(failure))
    asked?.reject(new Error(failure))
    ended.resolve()
  })
  // Waiting calls get the error; an unobserved exit of the thread must not end the process.
  ready.promise.catch(() => undefined)

  return {
    ready: ready.promise,
    get alive() {
      return alive
    },
    async ask(message) {
      if (!alive) throw new Error(failure)
      asked = Promise.withResolvers()
      worker.postMessage(message)
      return await asked.promise
    },
    async dispose() {
      if (alive) worker.postMessage({ type: 'close' })
      await ended.promise
    },
  }
}

function isReady(message: { readonly type: string }): message is { readonly type: 'ready' } {
  return message.type === 'ready'
}
