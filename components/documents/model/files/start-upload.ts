import { browserEnvironment, type SendEnvironment } from '#lib/client/browser-environment.ts'
import { passwordVariable, toFormParts } from '#lib/contracts/core/form-parts.ts'
import { pageLeft } from '#lib/client/page-left.ts'
import { readFailure } from '#lib/client/read-failure.ts'
import type { Run, RunFailure } from '#lib/client/run.ts'
import type { RunHandle } from '#lib/client/send.ts'
import type { Stage } from '#components/documents/model/document-row.ts'

export interface UploadRequest {
  /** Path of the API. */
  readonly path: string
  /** The fields as JSON, with the file's name instead of its bytes. */
  readonly body: string
  readonly file: File
  /** Sent in place of its placeholder. */
  readonly password: string
}

export interface UploadObserver {
  /** Called at the end, and once when the response starts. */
  readonly onUpdate: (run: Run) => void
  /** Called at most once per animation frame. */
  readonly onStage: (stage: Stage) => void
}

export type StartUpload = (request: UploadRequest, observer: UploadObserver) => RunHandle

/** Uploads a document through the console's own route; returns the handle of a run. */
export function startUpload(
  { path, body, file, password }: UploadRequest,
  { onUpdate, onStage }: UploadObserver,
  environment: Omit<SendEnvironment, 'fetch'> = browserEnvironment,
  send: SendForm = sendForm,
): RunHandle {
  const { now, isOnline, isLeaving, onFrame } = environment
  const controller = new AbortController()
  const sentAt = now()
  let cancelFrame: (() => void) | null = null
  let run: Run = {
    id: crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), 'run_'),
    state: 'running',
    request: { method: 'POST', path, body },
    response: null,
    events: [],
    timing: { startedAt: Date.now(), firstMs: null, totalMs: null },
    failure: null,
  }
  const tell = (stage: Stage) => {
    cancelFrame?.()
    cancelFrame = onFrame(() => {
      cancelFrame = null
      onStage(stage)
    })
  }
  const end = (state: Run['state'], failure: RunFailure | null): Run => {
    cancelFrame?.()
    run = { ...run, state, failure, timing: { ...run.timing, totalMs: now() - sentAt } }
    onUpdate(run)
    return run
  }

  async function collect(): Promise<Run> {
    const answer = await send(`/api/run${path}`, toForm({ body, file, password }), {
      signal: controller.signal,
      onSent: (sentBytes, totalBytes) => tell({ kind: 'uploading', sentBytes, totalBytes }),
      onAllSent: () => tell({ kind: 'processing', since: Date.now() }),
      onFirstByte() {
        run = { ...run, timing: { ...run.timing, firstMs: now() - sentAt } }
      },
    })
    const { status, headers } = answer
    run = { ...run, response: { status, headers: Object.fromEntries(headers), body: answer.body } }
    return status >= 200 && status < 300
      ? end('done', null)
      : end('failed', readFailure(status, headers, answer.body))
  }

  function fail(error: unknown): Run {
    if (controller.signal.aborted) return end('stopped', null)
    if (isLeaving()) return end('interrupted', pageLeft)
    if (!isOnline()) return end('failed', { kind: 'offline' })
    const reason = error instanceof Error ? error.message : String(error)
    return end('failed', { kind: 'unreachable', message: `Could not send the file: ${reason}.` })
  }

  return { id: run.id, current: () => run, stop: () => controller.abort(), finished: collect().catch(fail) }
}

/** The parts in the order of the body. */
function toForm({ body, file, password }: Omit<UploadRequest, 'path'>): FormData {
  const form = new FormData()
  for (const part of toFormParts(body)) {
    if (part.kind === 'text') form.append(part.name, part.value === passwordVariable ? password : part.value)
    else form.append(part.name, file, part.fileName)
  }
  return form
}

/** The response to an uploaded form. */
export interface UploadAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

interface UploadListener {
  /** Bytes of the form sent so far, as reported by the browser. */
  readonly onSent: (sentBytes: number, totalBytes: number) => void
  readonly onAllSent: () => void
  readonly onFirstByte: () => void
}

export type SendForm = (
  path: string,
  form: FormData,
  listener: UploadListener & { readonly signal: AbortSignal },
) => Promise<UploadAnswer>

/**
 * Uploads a form with progress, which `fetch` does not report.
 * @throws TypeError without a response; an AbortError when the signal was the reason
 */
export const sendForm: SendForm = (path, form, { onSent, onAllSent, onFirstByte, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.upload.addEventListener('progress', event => onSent(event.loaded, event.total))
    request.upload.addEventListener('load', onAllSent)
    request.addEventListener('readystatechange', () => {
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) onFirstByte()
    })
    request.addEventListener('load', () =>
      resolve({ status: request.status, headers: readHeaders(request), body: request.responseText }),
    )
    request.addEventListener('error', () => reject(new TypeError('the connection failed')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    request.open('POST', path)
    request.send(form)
  })

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}
