import { describe, expect, test, afterEach, beforeEach, vi } from 'vitest'
import type { SafeFetch, SafeResponse } from './safe-fetch.ts'
import { ApiError } from '#lib/errors.ts'
import { createPoliteFetch, HostGate } from './polite-fetch.ts'

const signal = new AbortController().signal
const options = { signal, timeoutMs: 1000, bytesMax: 1000 }

/**
 * A guarded fetch that responds on command; `open` counts requests between their start and the end of their body.
 */
function createHost(statusOf: (url: string) => number = () => 200, headers: Record<string, string> = {}) {
  const started: string[] = []
  const safeFetch: SafeFetch = async url => {
    started.push(url)
    await Promise.resolve()
    const body = (async function* () {
      yield Buffer.from('x')
    })()
    const response: SafeResponse = {
      status: statusOf(url),
      url,
      headers,
      body,
      bytes: async () => Buffer.concat(await Array.fromAsync(body)),
      abort: () => {},
    }
    return response
  }
  return { started, polite: createPoliteFetch(safeFetch) }
}

const settle = () => new Promise(resolve => setImmediate(resolve))

describe('a host', () => {
  test('gets eight concurrent requests from all callers, the next when a body is read or discarded', async () => {
    const { started, polite } = createHost()
    const asked = Array.from({ length: 12 }, (_, at) => polite(`http://a.example/${at}`, options))

    await settle()
    expect(started).toHaveLength(8)
    const first = await asked[0]
    const second = await asked[1]
    await settle()
    expect(started).toHaveLength(8)
    await first?.bytes()
    second?.abort()
    await settle()

    expect(started.slice(8)).toEqual(['http://a.example/8', 'http://a.example/9'])
  })

  test('does not block another host', async () => {
    const { started, polite } = createHost()
    for (let at = 0; at < 12; at++) void polite(`http://a.example/${at}`, options)
    void polite('http://b.example/', options)
    await settle()

    expect(started).toContain('http://b.example/')
  })

  test.each([429, 503])('that responds with %i gets half as many from then on', async status => {
    const { started, polite } = createHost(url => (url.endsWith('/busy') ? status : 200), {
      'retry-after': '0',
    })
    await (await polite('http://a.example/busy', options)).bytes()
    for (let at = 0; at < 12; at++) void polite(`http://a.example/${at}`, options)
    await settle()

    expect(started).toHaveLength(1 + 4)
  })

  test('that rejects several of eight concurrent requests is slowed down once', async () => {
    const { started, polite } = createHost(url => (url.includes('busy') ? 503 : 200), { 'retry-after': '0' })
    const busy = Array.from({ length: 8 }, (_, at) => polite(`http://a.example/busy/${at}`, options))
    for (const response of await Promise.all(busy)) await response.bytes()
    for (let at = 0; at < 12; at++) void polite(`http://a.example/${at}`, options)
    await settle()

    expect(started).toHaveLength(8 + 4)
  })

  test('that requests a pause gets it', async () => {
    const { started, polite } = createHost(() => 429, { 'retry-after': '1' })
    await (await polite('http://a.example/', options)).bytes()
    const leaving = new AbortController()
    const waiting = polite('http://a.example/next', { ...options, signal: leaving.signal })
    await settle()

    expect(started).toHaveLength(1)
    leaving.abort(new ApiError('client_closed', 'gone'))
    await expect(waiting).rejects.toMatchObject({ code: 'client_closed' })
  })

  test('with a crawl delay gets one request, and the next after the delay', async () => {
    const { started, polite } = createHost()
    const gapMs = 60
    const startedAt = performance.now()
    const both = [
      polite('http://a.example/1', { ...options, gapMs }),
      polite('http://a.example/2', { ...options, gapMs }),
    ]
    await settle()

    expect(started).toHaveLength(1)
    await Promise.all(both)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(gapMs - 5)
  })
})

test('a slot is released when the fetch fails, and when the caller disconnects with the body unread', async () => {
  const failing = createPoliteFetch(() => Promise.reject(new ApiError('fetch_failed', 'no')))
  for (let at = 0; at < 20; at++) await expect(failing('http://a.example/', options)).rejects.toThrow('no')

  const { started, polite } = createHost()
  const leaving = new AbortController()
  for (let at = 0; at < 8; at++)
    await polite(`http://a.example/${at}`, { ...options, signal: leaving.signal })
  leaving.abort()
  await polite('http://a.example/after', options)

  expect(started).toHaveLength(9)
})

describe('host gate', () => {
  const gapMs = 10_000
  const { signal } = new AbortController()

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a single page waits for one delay, not for all the pages of a crawl', async () => {
    const gate = new HostGate()
    const entered: string[] = []
    const enter = (name: string, ms: number) => gate.enter(ms, signal).then(() => entered.push(name))
    const crawl = ['first', 'second', 'third'].map(name => enter(name, gapMs))
    const pages = ['page', 'next page'].map(name => enter(name, 0))

    await vi.advanceTimersByTimeAsync(gapMs)
    expect(entered).toEqual(['first', 'page', 'next page', 'second'])
    await vi.advanceTimersByTimeAsync(gapMs)
    expect(entered.at(-1)).toBe('third')

    await Promise.all([...crawl, ...pages])
  })
})
