import { browserEnvironment, type SendEnvironment } from './browser-environment.ts'
import { pageLeft } from './page-left.ts'
import { readFailure, readStreamError } from './read-failure.ts'
import type { Run, RunFailure, HttpEvent } from './run.ts'
import { createParser } from 'eventsource-parser'
import { streamFormatOf } from './api-format/stream-format.ts'

export interface RunRequest {
  /** API path, e.g. `/v1/chat/completions`. */
  readonly path: string
  /** The exact body to send, from `toBody`. */
  readonly body: string
  /** The body, if it is not known yet. If it rejects, the run fails with the message of the error. */
  readonly pendingBody?: Promise<string>
  readonly signal?: AbortSignal
}

export interface RunObserver {
  /** Called at most once per animation frame during the run, and once at its end. */
  onUpdate: (run: Run) => void
}

export interface RunHandle {
  readonly id: string
  /** The current state of the run. */
  current: () => Run
  /** Stops the run and keeps the partial response; the abort reaches the provider. */
  stop: () => void
  /** Resolves with the completed run; never rejects. */
  readonly finished: Promise<Run>
}

/** The part of `startRun` that stores use. */
export type StartRun = (request: RunRequest, observer: RunObserver) => RunHandle

/** Sends a request to the API through the console's route and collects the response. */
export function startRun(
  request: RunRequest,
  { onUpdate }: RunObserver,
  environment: SendEnvironment = browserEnvironment,
): RunHandle {
  const { now, isOnline, isLeaving, onFrame } = environment
  const controller = new AbortController()
  const signal = request.signal ? AbortSignal.any([request.signal, controller.signal]) : controller.signal
  let sentAt = now()
  let prepared = request.pendingBody === undefined
  const events: HttpEvent[] = []
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
    if (request.pendingBody !== undefined) {
      const body = await untilAborted(request.pendingBody, signal)
      prepared = true
      // The figures are those of the request alone.
      sentAt = now()
      change({ request: { ...run.request, body }, timing: { ...run.timing, startedAt: Date.now() } })
    }
    const response = await environment.fetch(`/api/run${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: run.request.body,
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
    const { isEnd, isContent } = streamFormatOf(request.path)
    await readEvents(response.body ?? new ReadableStream(), {
      elapsedMs,
      onEvents(arrived) {
        for (const event of arrived) {
          events.push(event)
          if (event.kind === 'comment') continue
          if (isEnd(event.data)) finished = true
          else error ??= readStreamError(event.data)
          if (error === null && run.timing.firstMs === null && isContent(event.data)) markFirst()
        }
        change({})
      },
    })
    if (error !== null) return end('interrupted', error)
    return finished ? end('done', null) : end('interrupted', isLeaving() ? pageLeft : brokenOff)
  }

  function fail(error: unknown): Run {
    if (signal.aborted) return end('stopped', null)
    // The browser aborts requests before the page itself unloads.
    if (isLeaving()) return end('interrupted', pageLeft)
    if (!isOnline()) return end(run.response ? 'interrupted' : 'failed', { kind: 'offline' })
    if (run.response !== null) return end('interrupted', brokenOff)
    const reason = error instanceof Error ? error.message : String(error)
    if (!prepared) return end('failed', { kind: 'unreachable', message: reason })
    return end('failed', { kind: 'unreachable', message: `Could not reach the console: ${reason}.` })
  }

  return { id: run.id, current: () => run, stop: () => controller.abort(), finished: collect().catch(fail) }
}

async function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([value, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const brokenOff: RunFailure = {
  kind: 'interrupted',
  code: 'connection_lost',
  message: 'The connection closed before the response was complete.',
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

const encoder = new TextEncoder()

interface ReadEventsOptions {
  /** Milliseconds since the request was sent. */
  elapsedMs: () => number
  /** Events of one read; never empty. */
  onEvents: (events: readonly HttpEvent[]) => void
}

/**
 * Reads a `text/event-stream` to its end. An incomplete last event is dropped, as the standard requires.
 * @throws the error of the stream: an abort or a lost connection
 */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  { elapsedMs, onEvents }: ReadEventsOptions,
): Promise<void> {
  let arrived: HttpEvent[] = []
  let count = 0
  const push = (kind: HttpEvent['kind'], data: string) => {
    count += 1
    arrived.push({ number: count, atMs: elapsedMs(), bytes: encoder.encode(data).length, kind, data })
  }
  const parser = createParser({
    onEvent: event => push('data', event.data),
    onComment: comment => push('comment', comment),
  })

  const decoder = new TextDecoder()
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (arrived.length === 0) continue
      onEvents(arrived)
      arrived = []
    }
  } finally {
    reader.releaseLock()
  }
}
