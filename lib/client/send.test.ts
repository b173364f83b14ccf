import { expect, test, vi, describe } from 'vitest'
import type { SendEnvironment } from './browser-environment.ts'
import type * as Send from './send.ts'
import { startRun, readEvents } from './send.ts'
import type { Run, HttpEvent } from './run.ts'
import fc from 'fast-check'
import { chromiumPath, openClientBrowser } from './__fixtures__/client-page.ts'

const request = { path: '/v1/chat/completions', body: '{"model":"m","messages":[]}' }

test('the exact body is sent to the run route, and a JSON response is kept whole', async () => {
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

test('a body that is not known yet is sent when it is, and the figures begin with the request', async () => {
  let clock = 0
  const pending = Promise.withResolvers<string>()
  const fetch = vi.fn<SendEnvironment['fetch']>(() => {
    clock = 700
    return Promise.resolve(Response.json({ ok: 1 }))
  })

  const handle = startRun(
    { path: request.path, body: '', pendingBody: pending.promise },
    { onUpdate: () => {} },
    environment({ fetch, now: () => clock }),
  )
  expect(handle.current()).toMatchObject({ state: 'running', request: { body: '' } })
  expect(fetch).not.toHaveBeenCalled()
  clock = 500
  pending.resolve('{"a":1}')
  const run = await handle.finished

  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ body: '{"a":1}' })
  expect(run).toMatchObject({ state: 'done', request: { body: '{"a":1}' }, timing: { totalMs: 200 } })
})

test('a body that cannot be written fails the run with its reason, and Stop ends the wait', async () => {
  const fetch = vi.fn<SendEnvironment['fetch']>()
  const start = (pendingBody: Promise<string>) =>
    startRun({ path: '/p', body: '', pendingBody }, { onUpdate: () => {} }, environment({ fetch }))
  const failed = await start(Promise.reject(new Error('The format could not be loaded.'))).finished
  const waiting = start(new Promise(() => {}))

  waiting.stop()

  expect(failed).toMatchObject({
    state: 'failed',
    failure: { kind: 'unreachable', message: 'The format could not be loaded.' },
  })
  expect((await waiting.finished).state).toBe('stopped')
  expect(fetch).not.toHaveBeenCalled()
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

test.each([
  ['{"type":"message_stop"}', 'done'],
  ['{"type":"message_delta","delta":{},"usage":{"output_tokens":1}}', 'interrupted'],
])('a Messages stream that ends with %s is %s', async (last, state) => {
  const fetch = () => Promise.resolve(stream('data: {"type":"message_start"}\n\n', `data: ${last}\n\n`))

  const run = await startRun(
    { ...request, path: '/v1/messages' },
    { onUpdate: () => {} },
    environment({ fetch }),
  ).finished

  expect(run.state).toBe(state)
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

test('stop aborts the request and keeps the partial response', async () => {
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

test('an error in the stream keeps its events and has the reason', async () => {
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

test('content that mentions errors is not a failure', async () => {
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
  ['as if complete', () => new TransformStream()],
])('a stream that breaks %s while the page unloads is not a connection failure', async (_, cut) => {
  const body = slowly(content('Hel'), () => {}).pipeThrough(cut())
  const fetch = () => Promise.resolve(new Response(body, eventStream))

  const run = await startRun(request, { onUpdate: () => {} }, environment({ fetch, isLeaving: () => true }))
    .finished

  expect(run).toMatchObject({
    state: 'interrupted',
    events: [{ number: 1 }],
    failure: { code: 'page_left', message: 'You left the page before the response was complete.' },
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

declare const subject: typeof Send

const text = ': keep-alive\n\ndata: {"a":"é😀"}\n\ndata: one\ndata: two\n\r\n: queued 3\n\ndata: [DONE]\n\n'

test('events do not depend on chunk boundaries', async () => {
  const bytes = new TextEncoder().encode(text)
  const cuts = fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 })

  await fc.assert(
    fc.asyncProperty(cuts, async positions => {
      const events = await collect(cutAt(bytes, positions))

      expect(events.map(({ number, kind, data }) => [number, kind, data])).toEqual([
        [1, 'comment', 'keep-alive'],
        [2, 'data', '{"a":"é😀"}'],
        [3, 'data', 'one\ntwo'],
        [4, 'comment', 'queued 3'],
        [5, 'data', '[DONE]'],
      ])
    }),
  )
})

test('an incomplete event at the end is dropped', async () => {
  const events = await collect([new TextEncoder().encode('data: whole\n\ndata: half')])

  expect(events.map(event => event.data)).toEqual(['whole'])
})

test('events of one read are delivered together', async () => {
  const batches: number[] = []
  const stream = new Blob(['data: 1\n\ndata: 2\n\ndata: 3\n\n']).stream()

  await readEvents(stream, { elapsedMs: () => 0, onEvents: events => batches.push(events.length) })

  expect(batches).toEqual([3])
})

describe.skipIf(chromiumPath === undefined)('in a real browser', { timeout: 60_000 }, () => {
  test('a run updates at most once per frame, and stop closes the connection', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    await using browser = await openClientBrowser((_path, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write('data: {"choices":[{"delta":{"content":"x"}}]}\n\n'), 1)
      response.on('close', () => {
        clearInterval(timer)
        resolve()
      })
    })
    const page = await browser.page('lib/client/send.ts')

    const seen = await page.evaluate(async () => {
      const frames = { count: 0 }
      const updates: Run[] = []
      const countFrame = () => {
        frames.count += 1
        requestAnimationFrame(countFrame)
      }
      requestAnimationFrame(countFrame)
      const handle = subject.startRun(
        { path: '/v1/chat/completions', body: '{}' },
        {
          onUpdate(run) {
            updates.push(run)
            if (run.events.length > 100) handle.stop()
          },
        },
      )
      const run = await handle.finished
      return { state: run.state, events: run.events.length, updates: updates.length, frames: frames.count }
    })
    await left

    expect(seen.state).toBe('stopped')
    expect(seen.events).toBeGreaterThan(100)
    expect(seen.updates).toBeGreaterThan(2)
    expect(seen.updates).toBeLessThanOrEqual(seen.frames + 2)
  })

  test('a tab without frames still gets updates', async () => {
    await using browser = await openClientBrowser((_path, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"a":1}\n\n')
    })
    const page = await browser.page('lib/client/send.ts')

    const events = await page.evaluate(async () => {
      window.requestAnimationFrame = () => 0
      return new Promise<number>(resolve => {
        subject.startRun(
          { path: '/v1/chat/completions', body: '{}' },
          { onUpdate: run => run.events.length > 0 && resolve(run.events.length) },
        )
      })
    })

    expect(events).toBe(1)
  })
})

async function collect(parts: readonly Uint8Array[]): Promise<HttpEvent[]> {
  const all: HttpEvent[] = []
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  await readEvents(stream, { elapsedMs: () => 0, onEvents: events => all.push(...events) })
  return all
}

function cutAt(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const edges = [0, ...positions.toSorted((a, b) => a - b), bytes.length]
  return edges.slice(1).map((end, index) => bytes.slice(edges[index], end))
}
