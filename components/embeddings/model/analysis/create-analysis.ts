import type { AnalysisReply, AnalysisRequest } from './analysis-messages.ts'
import type { AnalysisOperation, InputOf, ResultOf } from './analysis-operations.ts'

export interface AnalysisOptions {
  readonly signal?: AbortSignal
  /** Progress from 0 to 1; called at most a few times per second. */
  readonly onProgress?: (share: number) => void
}

/** The computations of the viewer, in a worker. */
export interface Analysis {
  /**
   * Runs one operation; several can run concurrently.
   * @throws the abort reason of `signal`, or an Error with the reason of the failure
   */
  run: <Name extends AnalysisOperation>(
    name: Name,
    input: InputOf<Name>,
    options?: AnalysisOptions,
  ) => Promise<ResultOf<Name>>
  /** False once the worker has failed or was closed: all operations are then rejected. */
  readonly alive: () => boolean
  /** Terminates the worker; pending operations are rejected. */
  close: () => void
}

/** The worker interface of this side; a `Worker` implements it. */
export interface AnalysisThread {
  post: (request: AnalysisRequest) => void
  /** `onDeath` receives the reason the worker failed. */
  listen: (onReply: (reply: AnalysisReply) => void, onDeath: (reason: string) => void) => void
  end: () => void
}

interface Waiting {
  onReply: (reply: AnalysisReply) => void
  reject: (error: Error) => void
}

/** Client of a worker that runs `serveAnalysis`. */
export function createAnalysis(thread: AnalysisThread): Analysis {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let dead: string | null = null

  const die = (reason: string) => {
    dead ??= reason
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  thread.listen(reply => waiting.get(reply.id)?.onReply(reply), die)

  async function run<Name extends AnalysisOperation>(
    name: Name,
    input: InputOf<Name>,
    { signal, onProgress }: AnalysisOptions = {},
  ): Promise<ResultOf<Name>> {
    signal?.throwIfAborted()
    if (dead !== null) throw new Error(dead)
    lastId += 1
    const id = lastId
    const ended = Promise.withResolvers<ResultOf<Name>>()
    const cancel = () => {
      thread.post({ kind: 'cancel', id })
      ended.reject(signal?.reason)
    }
    waiting.set(id, {
      reject: ended.reject,
      onReply(reply) {
        if (reply.kind === 'progress') return onProgress?.(reply.share)
        if (reply.kind === 'error') return ended.reject(new Error(reply.message))
        // The worker replies to an id with the result of the operation requested under it.
        ended.resolve(reply.result as ResultOf<Name>)
      },
    })
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      // The union has one request type per operation; name and input match by their types.
      thread.post({ kind: 'run', id, name, input } as AnalysisRequest)
      return await ended.promise
    } finally {
      waiting.delete(id)
      signal?.removeEventListener('abort', cancel)
    }
  }

  return {
    run,
    alive: () => dead === null,
    close() {
      thread.end()
      die('The analysis was closed.')
    },
  }
}
