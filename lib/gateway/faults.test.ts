import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from './__fixtures__/read-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]
const ask = (upstream: string, body: object = {}) =>
  sextant.chat({ model: `scripted/${upstream}`, messages, ...body })

describe('before the first byte', () => {
  test('429 and 5xx are retried, and the row counts the attempts', async () => {
    sextant.upstream.next({ kind: 'error', status: 429, retryAfter: 0 }, { kind: 'error', status: 500 })
    const response = await ask('echo')

    expect(response.status).toBe(200)
    expect(response.headers.get('sextant-attempts')).toBe('3')
    expect((await sextant.row(response.headers.get('x-request-id'))).attempts).toBe(3)
  })

  test('a Retry-After that is too long is not awaited', async () => {
    const startedAt = performance.now()
    const response = await ask('error-429-30')

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(response.headers.get('sextant-attempts')).toBe('1')
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })

  test('a rejected provider key is not retried', async () => {
    const response = await ask('error-401')

    expect(response.status).toBe(502)
    expect(response.headers.get('sextant-attempts')).toBe('1')
  })

  test('an upstream that never responds times out: 504, plain and streamed', async () => {
    const plain = await ask('hang-head', { models: [] })
    const streamed = await ask('hang-first', { stream: true })
    const { error, done } = await readEvents(streamed)

    expect(plain.status).toBe(504)
    // Headers went out with the first keep-alive: the failure is in-band.
    expect(streamed.status).toBe(200)
    expect(error?.code).toBe('upstream_timeout')
    expect(done).toBe(false)
  })

  test('a truncated response is an error, never 200 with partial text', async () => {
    const part = '{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assist'
    const cut = {
      kind: 'raw',
      headers: { 'content-type': 'application/json', 'content-length': '500' },
      parts: [part],
      cut: true,
    } as const
    sextant.upstream.next(cut, cut, cut)
    const response = await ask('x')

    expect(response.status).toBe(502)
  })

  test('a stream that fails before its first content falls back transparently', async () => {
    const response = await ask('error-event-0', { stream: true, models: ['second/echo'] })
    const { text, chunks } = await readEvents(response)

    expect(text).toBe('You said: hello')
    expect(chunks[0]?.model).toBe('second/echo')
  })
})

describe('after the first byte', () => {
  test.each([
    ['cut-3', 'upstream_stream_interrupted'],
    ['reset-3', 'upstream_stream_interrupted'],
    ['hang-3', 'upstream_stream_timeout'],
    ['no-finish', 'upstream_stream_interrupted'],
  ])('%s: the text so far, an in-band %s, no [DONE], usage in the row', async (upstream, code) => {
    const response = await ask(upstream, { stream: true })
    const { text, error, done } = await readEvents(response)

    expect(response.status).toBe(200)
    expect(text).not.toBe('')
    expect(error).toMatchObject({ code, type: 'server_error', param: null })
    expect(done).toBe(false)
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row).toMatchObject({ errorCode: code, stream: true, usageEstimated: upstream !== 'no-finish' })
    expect(row.completionTokens).toBeGreaterThan(0)
  })

  test('an error event in the middle keeps the text before it', async () => {
    const event = { error: { message: 'The engine fell over.', code: 500 } }
    const script = {
      kind: 'answer',
      text: ['a', 'b', 'c'],
      delayMs: 20,
      after: { events: 3, end: { event } },
    } as const
    sextant.upstream.next(script)
    const { text, error, done } = await readEvents(await ask('x', { stream: true }))

    expect([text, error?.code, done]).toEqual(['ab', 'upstream_stream_interrupted', false])
  })

  test('an upstream that finishes but omits [DONE] counts as complete', async () => {
    const { done, error, text } = await readEvents(await ask('no-done', { stream: true }))

    expect([done, error, text]).toEqual([true, null, 'You said: hello'])
  })

  test('characters split between reads arrive intact', async () => {
    const { text } = await readEvents(await ask('split-utf8', { stream: true }))

    expect(text).toBe('Grüße 日本語 🙂🙃')
  })

  test('one byte at a time works', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['Hi'], writeBytes: 1, delayMs: 1 })
    const { text, done } = await readEvents(await ask('x', { stream: true }))

    expect([text, done]).toEqual(['Hi', true])
  })

  test('an event over 10 MB, or headers over 16 KiB, are rejected and not buffered', async () => {
    // A busy machine takes longer than the default timeouts to send so much, and would get a keep-alive first.
    const timers = { firstEventMs: 30_000, streamMs: 30_000, keepAliveMs: 30_000 }
    await using patient = await startTestGateway({ timers })
    const big = await patient.chat({ model: 'scripted/big-event-12', messages, stream: true })
    const headers = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`x-header-${at}`, 'x'.repeat(50)]),
    )
    sextant.upstream.next(...Array.from({ length: 3 }, () => ({ kind: 'answer', headers }) as const))
    const many = await ask('x')

    expect([big.status, many.status]).toEqual([502, 502])
    expect(await big.json()).toMatchObject({ error: { code: 'upstream_error' } })
  })
})

describe('silence', () => {
  test('headers and keep-alive comments are sent during attempts; queue positions replace them', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['late'], firstDelayMs: 350, comments: [] })
    const { comments, text, done } = await readEvents(await ask('x', { stream: true }))

    expect(comments.length).toBeGreaterThan(0)
    expect(new Set(comments)).toEqual(new Set([': keep-alive']))
    expect([text, done]).toEqual(['late', true])
  })

  test('comments appear only between events', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['a', 'b', 'c'], delayMs: 250 })
    const response = await ask('x', { stream: true })
    const raw = await response.text()

    for (const block of raw.split('\n\n').slice(0, -1)) expect(block).toMatch(/^(: keep-alive|data: .+)$/)
    expect(raw).toContain(': keep-alive')
  })
})

describe('the client', () => {
  test.each([true, false])(
    'that disconnects stops the upstream within a second, and its row has status 499 (stream %s)',
    async stream => {
      const left = new AbortController()
      const before = sextant.upstream.requests.length
      const asking = sextant.chat(
        { model: stream ? 'scripted/chunks-500-10' : 'scripted/first-5000', messages, stream },
        { signal: left.signal },
      )
      if (stream) await (await asking).body?.getReader().read()
      const seen = await sextant.upstream.seen(
        recorded => sextant.upstream.requests.indexOf(recorded) >= before,
      )
      const leftAt = performance.now()
      left.abort()
      await asking.catch(() => null)

      await expect.poll(() => seen.abortedAt, { timeout: 2000 }).not.toBeNull()
      expect((seen.abortedAt ?? Infinity) - leftAt).toBeLessThan(1000)
      await expect
        .poll(async () => (await sextant.store.requests.list(sextant.teamId, { limit: 1 }))[0], {
          timeout: 3000,
        })
        .toMatchObject({ status: 499, errorCode: 'client_closed', stream, usageEstimated: true })
    },
  )

  test('that reads slowly pauses the upstream, and one that stops reading is disconnected', async () => {
    const pieces = Array.from({ length: 4000 }, () => 'x'.repeat(10_000))
    sextant.upstream.next({ kind: 'answer', text: pieces })
    const before = sextant.upstream.requests.length
    const response = await openRaw({ model: 'scripted/x', messages, stream: true })
    const seen = await sextant.upstream.seen(
      recorded => sextant.upstream.requests.indexOf(recorded) >= before,
    )

    // Without a reader, 40 MB cannot all be in flight.
    await expect.poll(() => seen.abortedAt, { timeout: 8000 }).not.toBeNull()
    expect(seen.finished).toBe(false)
    response.destroy()
    await expect
      .poll(async () => (await sextant.store.requests.list(sextant.teamId, { limit: 1 }))[0], {
        timeout: 3000,
      })
      .toMatchObject({ status: 499 })
  })

  test(
    'that reads nothing of a complete response is disconnected too: it occupies memory until then',
    { timeout: 60_000 },
    async () => {
      // A busy machine takes longer than the default timeout to write so many vectors.
      await using own = await startTestGateway({ timers: { idleMs: 30_000, plainMs: 30_000 } })
      const outgoing = request(`${own.url}/v1/embeddings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
      })
      const input = Array.from({ length: 2000 }, (_, at) => `text ${at}`)
      outgoing.end(JSON.stringify({ model: 'scripted/vectors-1024', input }))
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]

      expect(response.statusCode).toBe(200)
      const sizeBytes = Number(response.headers['content-length'])
      // A busy machine sends the part that the kernel takes for a while.
      await expect.poll(() => connectionsOf(own), { timeout: 45_000 }).toBe(0)
      response.resume()

      // More than the kernel buffers for an absent reader.
      expect(sizeBytes).toBeGreaterThan(10_000_000)
      await expect(once(response, 'end')).rejects.toThrow('aborted')
    },
  )

  function connectionsOf({ gateway }: TestGateway): Promise<number> {
    return new Promise((resolve, reject) =>
      gateway.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  }

  async function openRaw(body: object): Promise<IncomingMessage> {
    const outgoing = request(`${sextant.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sextant.token}`, 'content-type': 'application/json' },
    })
    outgoing.end(JSON.stringify(body))
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    return response
  }
})
