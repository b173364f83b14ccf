import { expect, test, vi } from 'vitest'
import type { SendEnvironment } from './browser-environment.ts'
import { startRun } from './send.ts'
import type { Run } from './run.ts'

const request = { path: '/v1/chat/completions', body: '{"model":"m","messages":[]}' }

test('the exact body is sent to the run route and a plain answer is kept whole', async () => {
  const fetch = vi.fn<SendEnvironment['fetch']>(() =>
    Promise.resolve(Response.json({ ok: 1 }, { headers: { 'x-request-id': 'req_1' } })),
  )

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch })).finished

  expect(fetch.mock.calls[0]?.[0]).toBe('/api/run/v1/chat/completions')
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: request.body })
  expect(run.state).toBe('done')
  expect(run.response).toMatchObject({ status: 200, body: '{"ok":1}', headers: { 'x-request-id': 'req_1' } })
  expect(run.timing.firstMs).not.toBeNull()
  expect(run.timing.totalMs).toBeGreaterThanOrEqual(run.timing.firstMs ?? Infinity)
})

test('every event of a stream is kept with its number, comments and [DONE] included', async () => {
  const fetch = () =>
    Promise.resolve(stream(': keep-alive\n\n', role, content('Hé'), finish, 'data: [DONE]\n\n'))

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch })).finished

  expect(run.state).toBe('done')
  expect(run.response?.body).toBeNull()
  expect(run.events.map(event => [event.number, event.kind, event.data.slice(0, 10)])).toEqual([
    [1, 'comment', 'keep-alive'],
    [2, 'data', '{"choices"'],
    [3, 'data', '{"choices"'],
    [4, 'data', '{"choices"'],
    [5, 'data', '[DONE]'],
  ])
  const accented = run.events[2]
  expect(accented?.bytes).toBe(Buffer.byteLength(accented?.data ?? ''))
})

test('the time to the first token counts content, not the role', async () => {
  let clock = 0
  const fetch = () =>
    Promise.resolve(
      new Response(
        slowly(role, content('a'), 'data: [DONE]\n\n', () => (clock += 100)),
        eventStream,
      ),
    )

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch, now: () => clock }))
    .finished

  expect(run.events.map(event => event.atMs)).toEqual([100, 200, 300])
  expect(run.timing.firstMs).toBe(200)
})

test('updates come at most once per frame, and once more at the end', async () => {
  const frames: (() => void)[] = []
  const updates: Run[] = []
  const fetch = () =>
    Promise.resolve(stream(...Array.from({ length: 50 }, () => content('x')), 'data: [DONE]\n\n'))
  const onFrame = (callback: () => void) => {
    frames.push(callback)
    return () => {}
  }

  await startRun(request, { onUpdate: run => updates.push(run) }, environment({ fetch, onFrame })).finished

  expect(frames).toHaveLength(1)
  expect(updates.map(run => [run.state, run.events.length])).toEqual([['done', 51]])
})

test('stop aborts the request and keeps what has come', async () => {
  const fetch: SendEnvironment['fetch'] = (_path, init) =>
    Promise.resolve(new Response(until(init.signal, content('partial')), eventStream))
  const { promise: seen, resolve } = Promise.withResolvers<void>()
  const handle = startRun(
    request,
    { onUpdate: run => run.events.length > 0 && resolve() },
    environment({ fetch, onFrame: soon }),
  )
  await seen

  handle.stop()
  const run = await handle.finished

  expect(run.state).toBe('stopped')
  expect(run.failure).toBeNull()
  expect(run.events).toHaveLength(1)
})

test('an error inside the stream keeps its events and says why', async () => {
  const fetch = () =>
    Promise.resolve(stream(content('half'), `data: ${envelope('upstream_stream_timeout')}\n\n`))

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch })).finished

  expect(run.state).toBe('interrupted')
  expect(run.failure).toMatchObject({ kind: 'interrupted', code: 'upstream_stream_timeout', message: 'No.' })
  expect(run.events).toHaveLength(2)
})

test('a stream without [DONE] is interrupted, not done', async () => {
  const fetch = () => Promise.resolve(stream(content('half'), finish))

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch })).finished

  expect(run).toMatchObject({
    state: 'interrupted',
    failure: { kind: 'interrupted', code: 'connection_lost' },
  })
})

test('content that merely talks about errors is no failure', async () => {
  const fetch = () => Promise.resolve(stream(content('{"error":{"message":"x"}}'), 'data: [DONE]\n\n'))

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch })).finished

  expect(run.state).toBe('done')
})

test('a refused connection is unreachable, and offline when the browser is', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'))

  const online = await startRun(request, { onUpdate: () => {} }, environment({ fetch })).finished
  const offline = await startRun(
    request,
    { onUpdate: () => {} },
    environment({ fetch, isOnline: () => false }),
  ).finished

  expect(online.failure).toMatchObject({ kind: 'unreachable' })
  expect(offline.failure).toEqual({ kind: 'offline' })
})

const failing = () =>
  new TransformStream({
    flush: () => {
      throw new TypeError('network error')
    },
  })

test.each([
  ['with an error', failing],
  ['as if it had ended', () => new TransformStream()],
])('a stream that breaks %s while the page is being left was not cut by the connection', async (_, cut) => {
  const body = slowly(content('Hel'), () => {}).pipeThrough(cut())
  const fetch = () => Promise.resolve(new Response(body, eventStream))

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch, isLeaving: () => true }))
    .finished

  expect(run).toMatchObject({
    state: 'interrupted',
    events: [{ number: 1 }],
    failure: { code: 'page_left', message: 'The page was left before the answer was complete.' },
  })
})

test("the caller's own signal stops the run", async () => {
  const controller = new AbortController()
  controller.abort()
  const fetch: SendEnvironment['fetch'] = (_path, init) => Promise.reject(init.signal?.reason as Error)

  const run = await startRun(
    { ...request, signal: controller.signal },
    { onUpdate: () => {} },
    environment({ fetch }),
  ).finished

  expect(run.state).toBe('stopped')
})

const eventStream = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }
const role = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null}}]}\n\n'
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

function content(text: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`
}

function envelope(code: string): string {
  return JSON.stringify({ error: { message: 'No.', type: 'server_error', param: null, code } })
}

function soon(callback: () => void): () => void {
  const timer = setTimeout(callback)
  return () => clearTimeout(timer)
}

function environment(changes: Partial<SendEnvironment>): SendEnvironment {
  return {
    fetch: () => Promise.reject(new Error('not scripted')),
    now: () => performance.now(),
    isOnline: () => true,
    isLeaving: () => false,
    onFrame: () => () => {},
    ...changes,
  }
}

function stream(...parts: readonly string[]): Response {
  return new Response(parts.join(''), eventStream)
}

function slowly(...steps: readonly (string | (() => void))[]): ReadableStream<Uint8Array> {
  const tick = steps.at(-1) as () => void
  const parts = steps.slice(0, -1) as string[]
  return new ReadableStream(
    {
      pull(controller) {
        const part = parts.shift()
        if (part === undefined) return controller.close()
        tick()
        controller.enqueue(new TextEncoder().encode(part))
      },
    },
    { highWaterMark: 0 },
  )
}

function until(signal: AbortSignal | null | undefined, first: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(first))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
}
