import type { AnalysisReply, AnalysisRequest, RequestOf } from './analysis-messages.ts'
import type { AnalysisOperation, ResultOf } from './analysis-operations.ts'
import { answerOperation, type AnalysisStore } from './answer-operation.ts'
import type { Task } from './task.ts'

/** Time slice after which the worker checks its messages. */
const sliceMs = 24
const progressEveryMs = 100

interface Running {
  readonly task: Task<ResultOf<AnalysisOperation>>
  share: number
  reportedAt: number
}

/**
 * The worker side: pass it the page's messages. Operations are interleaved in time slices, so that a short
 * one completes during a long layout, and an aborted one ends with its slice.
 */
export function serveAnalysis(reply: (message: AnalysisReply) => void): (request: AnalysisRequest) => void {
  const store: AnalysisStore = { rows: [], sets: new Map() }
  const running = new Map<number, Running>()
  // A message to itself is queued after pending ones; a timer would add four milliseconds to each slice.
  const { port1, port2 } = new MessageChannel()

  let scheduled = false
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    port2.postMessage(null)
  }

  const workOn = (id: number, work: Running): void => {
    const until = performance.now() + sliceMs
    try {
      for (let now = 0; now < until; now = performance.now()) {
        const step = work.task.next()
        if (step.done) {
          running.delete(id)
          return reply({ kind: 'result', id, result: step.value })
        }
        // A subtask without a known position in the whole yields 0.
        work.share = Math.max(work.share, step.value)
      }
    } catch (error) {
      running.delete(id)
      reply({ kind: 'error', id, message: error instanceof Error ? error.message : String(error) })
    }
    if (!running.has(id) || performance.now() - work.reportedAt < progressEveryMs) return
    work.reportedAt = performance.now()
    reply({ kind: 'progress', id, share: work.share })
  }
  port1.onmessage = () => {
    scheduled = false
    for (const [id, work] of running) workOn(id, work)
    if (running.size > 0) schedule()
  }

  return request => {
    if (request.kind === 'cancel') {
      running.delete(request.id)
      return
    }
    running.set(request.id, { task: begin(store, request), share: 0, reportedAt: performance.now() })
    schedule()
  }
}

function* begin<Name extends AnalysisOperation>(
  store: AnalysisStore,
  { name, input }: RequestOf<Name>,
): Task<ResultOf<Name>> {
  return yield* answerOperation(store, name, input)
}
