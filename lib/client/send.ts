import { browserEnvironment, type SendEnvironment } from './browser-environment.ts'
import { pageLeft } from './page-left.ts'
import { readEvents } from './read-events.ts'
import { readFailure, readStreamError } from './read-failure.ts'
import { isContentEvent } from './content-event.ts'
import type { Run, RunFailure, WireEvent } from './run.ts'

export interface RunRequest {
  /** Path of the API, e.g. `/v1/chat/completions`. */
  readonly path: string
  /** The exact string to send, as `toBody` made it. */
  readonly body: string
  readonly signal?: AbortSignal
}

export interface RunObserver {
  /** Called at most once per animation frame while the run goes on, and once when it has ended. */
  onUpdate: (run: Run) => void
}

export interface RunHandle {
  readonly id: string
  /** The run as it is now. */
  current: () => Run
  /** Ends the run and keeps what has come; aborts through to the upstream. */
  stop: () => void
  /** Resolves with the ended run; never rejects. */
  readonly finished: Promise<Run>
}

/** What stores need of `startRun`. */
export type StartRun = (request: RunRequest, observer: RunObserver) => RunHandle

/** Sends a body to the API through the console's own route and collects all that comes back. */
export function startRun(
  request: RunRequest,
  { onUpdate }: RunObserver,
  environment: SendEnvironment = browserEnvironment,
): RunHandle {
  const { now, isOnline, isLeaving, onFrame } = environment
  const controller = new AbortController()
  const signal = request.signal ? AbortSignal.any([request.signal, controller.signal]) : controller.signal
  const sentAt = now()
  const events: WireEvent[] = []
  let cancelFrame: (() => void) | null = null
  let run: Run = {
    id: crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), 'run_'),
    state: 'running',
    request: { method: 'POST', path: request.path, body: request.body },
    response: null,
    events: [],
    timing: { startedAt: Date.now(), firstMs: null, totalMs: null },
    failure: null,
  }

  const elapsedMs = () => now() - sentAt
  const change = (changes: Partial<Run>) => {
    run = { ...run, ...changes }
    cancelFrame ??= onFrame(() => {
      cancelFrame = null
      run = { ...run, events: events.slice() }
      onUpdate(run)
    })
  }
  const markFirst = () => {
    if (run.timing.firstMs === null) change({ timing: { ...run.timing, firstMs: elapsedMs() } })
  }
  const end = (state: Run['state'], failure: RunFailure | null): Run => {
    cancelFrame?.()
    cancelFrame = null
    run = { ...run, state, failure, events: events.slice(), timing: { ...run.timing, totalMs: elapsedMs() } }
    onUpdate(run)
    return run
  }

  async function collect(): Promise<Run> {
    const response = await environment.fetch(`/api/run${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.body,
      signal,
    })
    const received = { status: response.status, headers: Object.fromEntries(response.headers), body: null }
    change({ response: received })
    if (!response.ok || !isEventStream(response)) {
      const body = await readText(response, markFirst)
      run = { ...run, response: { ...received, body } }
      return response.ok
        ? end('done', null)
        : end('failed', readFailure(response.status, response.headers, body))
    }
    let error: RunFailure | null = null
    let finished = false
    await readEvents(response.body ?? new ReadableStream(), {
      elapsedMs,
      onEvents(arrived) {
        for (const event of arrived) {
          events.push(event)
          if (event.kind === 'comment') continue
          if (event.data === '[DONE]') finished = true
          else error ??= readStreamError(event.data)
          if (error === null && run.timing.firstMs === null && isContentEvent(event.data)) markFirst()
        }
        change({})
      },
    })
    if (error !== null) return end('interrupted', error)
    return finished ? end('done', null) : end('interrupted', isLeaving() ? pageLeft : brokenOff)
  }

  function fail(error: unknown): Run {
    if (signal.aborted) return end('stopped', null)
    // The browser cuts what a page loads before the page itself is gone.
    if (isLeaving()) return end('interrupted', pageLeft)
    if (!isOnline()) return end(run.response ? 'interrupted' : 'failed', { kind: 'offline' })
    if (run.response !== null) return end('interrupted', brokenOff)
    const reason = error instanceof Error ? error.message : String(error)
    return end('failed', { kind: 'unreachable', message: `The console could not be reached: ${reason}.` })
  }

  return { id: run.id, current: () => run, stop: () => controller.abort(), finished: collect().catch(fail) }
}

const brokenOff: RunFailure = {
  kind: 'interrupted',
  code: 'connection_lost',
  message: 'The connection ended before the answer was complete.',
  raw: '',
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

async function readText(response: Response, onFirstByte: () => void): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of readParts(response.body)) {
    onFirstByte()
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

async function* readParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}
