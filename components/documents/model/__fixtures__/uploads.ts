import type { Run } from '#lib/client/run.ts'
import type { StartUpload, UploadObserver, UploadRequest } from '#components/documents/model/files/start-upload.ts'

export interface SentUpload extends UploadRequest {
  readonly observer: UploadObserver
  readonly stopped: () => boolean
  /** Ends it with this response. */
  readonly end: (answer: Ending) => Promise<void>
}

type Ending = Pick<Run, 'state'> & Partial<Pick<Run, 'response' | 'failure'>>

/** A `startUpload` that sends nothing: the test ends each of its uploads. */
export function scriptedUpload(): { send: StartUpload; sent: readonly SentUpload[] } {
  const sent: SentUpload[] = []
  const send: StartUpload = (request, observer) => {
    const id = `run_${sent.length}`
    const gate = Promise.withResolvers<Run>()
    let stopped = false
    const begun: Run = {
      id,
      state: 'running',
      request: { method: 'POST', path: request.path, body: request.body },
      response: null,
      events: [],
      timing: { startedAt: 0, firstMs: null, totalMs: null },
      failure: null,
    }
    const end = async (ending: Ending) => {
      const run = { ...begun, ...ending }
      observer.onUpdate(run)
      gate.resolve(run)
      await gate.promise
      // The store continues in the microtask after the promise settles.
      await Promise.resolve()
    }
    sent.push({ ...request, observer, stopped: () => stopped, end })
    return {
      id,
      current: () => begun,
      stop() {
        stopped = true
        void end({ state: 'stopped' })
      },
      finished: gate.promise,
    }
  }
  return { send, sent }
}

export function answered(body: object): Ending {
  return { state: 'done', response: { status: 200, headers: {}, body: JSON.stringify(body) } }
}

export const textAnswer = { status: true, content: 'Tides', type: 'text', error: '' }

export function refused(code: string, status = 422, reason?: string): Ending {
  const raw = JSON.stringify({ status: false, error: 'No.', code, ...(reason && { reason }) })
  return {
    state: 'failed',
    failure: { kind: 'api', status, code, message: 'No.', param: null, retryAfterMs: null, raw },
  }
}
