import type { AnalysisReply, AnalysisRequest } from './analysis-messages.ts'
import type { AnalysisOperation, InputOf, ResultOf } from './analysis-operations.ts'

export interface AnalysisOptions {
  readonly signal?: AbortSignal
  /** Share that is done, 0 to 1; called at most a few times a second. */
  readonly onProgress?: (share: number) => void
}

/** The computing side of the viewer, in a thread of its own. */
export interface Analysis {
  /**
   * Runs one operation; several go on side by side.
   * @throws what `signal` was aborted with, or an Error that says why it could not be done
   */
  run: <Name extends AnalysisOperation>(
    name: Name,
    input: InputOf<Name>,
    options?: AnalysisOptions,
  ) => Promise<ResultOf<Name>>
  /** False once the thread has died or was closed: everything is refused from then on. */
  readonly alive: () => boolean
  /** Ends the thread and what it is doing; what waits is rejected. */
  close: () => void
}

/** The thread as this side sees it; a `Worker` is one. */
export interface AnalysisThread {
  post: (request: AnalysisRequest) => void
  /** `onDeath` is told why the thread can no longer answer. */
  listen: (onReply: (reply: AnalysisReply) => void, onDeath: (reason: string) => void) => void
  end: () => void
}

interface Waiting {
  onReply: (reply: AnalysisReply) => void
  reject: (error: Error) => void
}

/** Speaks to a thread that runs `serveAnalysis`. */
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
        // The thread answers an id with the result of the operation that was asked under it.
        ended.resolve(reply.result as ResultOf<Name>)
      },
    })
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      // The union of requests is one per operation; name and input belong together by their types.
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
