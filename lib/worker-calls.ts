import type { Worker } from 'node:worker_threads'

export interface WorkerCallsOptions {
  /** The caller starts it, because a bundler finds the file only where its URL is written out. */
  readonly start: () => Worker
  /** How long an idle worker is kept. */
  readonly idleMs: number
  /** Error message of the calls of a worker that stopped. */
  readonly stopped: string
}

/** Receives what the worker sends to one call. */
export interface CallListener<Reply> {
  put(reply: Reply): void
  /** The worker crashed or was stopped. */
  fail(error: Error): void
}

export interface OpenCall<Message> {
  post(message: Message): void
  close(): void
}

interface Running<Reply> {
  readonly worker: Worker
  readonly calls: Map<number, CallListener<Reply>>
  readonly idle: NodeJS.Timeout
}

/**
 * Concurrent calls to a worker, which gets each message with the `id` of its call and replies with the same `id`.
 * The worker starts with the first call, never keeps the process alive while idle, and stops after a while. If it
 * crashes, its calls fail and the next one starts another.
 */
export class WorkerCalls<Message extends object, Reply extends { readonly id: number }> {
  readonly #options: WorkerCallsOptions
  #running: Running<Reply> | null = null
  #lastId = 0

  constructor(options: WorkerCallsOptions) {
    this.#options = options
  }

  /** One message, one reply. @throws Error when the worker stopped */
  async ask(message: Message): Promise<Reply> {
    const replied = Promise.withResolvers<Reply>()
    const call = this.open({ put: replied.resolve, fail: replied.reject })
    try {
      call.post(message)
      return await replied.promise
    } finally {
      call.close()
    }
  }

  /** A call of several messages, in both directions and in order. The caller closes it. */
  open(listener: CallListener<Reply>): OpenCall<Message> {
    const { worker, calls, idle } = (this.#running ??= this.#start())
    const id = ++this.#lastId
    calls.set(id, listener)
    idle.refresh()
    worker.ref()
    return {
      post: message => worker.postMessage({ ...message, id }),
      close() {
        calls.delete(id)
        if (calls.size === 0) worker.unref()
      },
    }
  }

  /** Open calls fail; the next call starts another worker. */
  async stop(): Promise<void> {
    const stopped = this.#running
    this.#running = null
    await stopped?.worker.terminate()
  }

  #start(): Running<Reply> {
    const { start, idleMs, stopped } = this.#options
    const worker = start()
    const calls = new Map<number, CallListener<Reply>>()
    const idle = setTimeout(() => {
      if (calls.size > 0) return void idle.refresh()
      if (this.#running === running) this.#running = null
      void worker.terminate()
    }, idleMs).unref()
    const running = { worker, calls, idle }
    const end = (error: Error): void => {
      clearTimeout(idle)
      if (this.#running === running) this.#running = null
      for (const listener of calls.values()) listener.fail(error)
      calls.clear()
    }
    worker.unref()
    // Under `node --watch` threads also report their imports to Node: those messages have no id.
    worker.on('message', (reply: Reply) => calls.get(reply.id)?.put(reply))
    worker.on('error', end)
    worker.on('exit', () => end(new Error(stopped)))
    return running
  }
}
