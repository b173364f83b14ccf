import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AddressRefusal } from './address-refusal.ts'
import { Exchange, type Connection } from './exchange.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import type { ExchangeResponse } from './exchange-response.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const timers = { connectMs: 100, silenceMs: 1000, totalMs: 10_000 }

function open(signal = new AbortController().signal) {
  const calls: string[] = []
  const connection: Connection = {
    abort: () => void calls.push('abort'),
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
  }
  const faults: string[] = []
  let response: ExchangeResponse | null = null
  const exchange = new Exchange(timers, signal, {
    resolve: opened => (response = opened),
    reject: fault => void faults.push((fault as ExchangeFault).kind),
  })
  return {
    calls,
    faults,
    connect: () => exchange.onRequestStart(connection),
    head: (status = 200): ExchangeResponse => {
      exchange.onResponseStart(connection, status, {})
      if (response === null) throw new Error('there are no headers yet')
      return response
    },
    bytes: (size: number) => exchange.onResponseData(connection, Buffer.alloc(size)),
    end: () => exchange.onResponseEnd(),
    fail: (error: Error) => exchange.onResponseError(connection, error),
  }
}

/** The fault that ends a read. */
function kindOf(read: Promise<unknown>): Promise<string> {
  return read.then(
    () => 'none',
    (fault: unknown) => (fault as ExchangeFault).kind,
  )
}

/** A response with its headers. */
function opened(signal?: AbortSignal) {
  const exchange = open(signal)
  exchange.connect()
  return { ...exchange, response: exchange.head() }
}

test('each phase has its own timeout', () => {
  const connecting = open()
  vi.advanceTimersByTime(101)
  expect(connecting.faults).toEqual(['connect'])

  const waiting = open()
  vi.advanceTimersByTime(90)
  waiting.connect()
  vi.advanceTimersByTime(990)
  expect(waiting.faults).toEqual([])
  vi.advanceTimersByTime(20)
  expect(waiting.faults).toEqual(['silence'])
  expect(waiting.calls).toEqual(['abort'])
})

test('a connection established after the timeout is closed immediately', () => {
  const late = open()
  vi.advanceTimersByTime(101)

  late.connect()

  expect(late.calls).toEqual(['abort'])
})

test('bytes restart the idle timeout, not the total timeout', async () => {
  const { response, bytes } = opened()
  for (let count = 0; count < 9; count++) {
    const read = response.read()
    vi.advanceTimersByTime(990)
    bytes(1)
    expect((await read)?.length).toBe(1)
  }
  const silent = kindOf(response.read())
  vi.advanceTimersByTime(600)
  bytes(1)
  expect(await silent).toBe('none')
  const over = kindOf(response.read())
  vi.advanceTimersByTime(600)

  expect(await over).toBe('total')
})

test('the idle timeout can be changed while it runs', async () => {
  const longer = opened()
  longer.response.allowSilence(5000)
  const patient = longer.response.read()
  vi.advanceTimersByTime(4900)
  longer.bytes(1)
  expect((await patient)?.length).toBe(1)

  const shorter = opened()
  const strict = kindOf(shorter.response.read())
  shorter.response.allowSilence(50)
  vi.advanceTimersByTime(60)
  expect(await strict).toBe('silence')
})

test('bytes that arrive together are read together', async () => {
  const { response, bytes, end } = opened()
  bytes(3)
  bytes(4)
  end()

  expect((await response.read())?.length).toBe(7)
  expect(await response.read()).toBeNull()
  expect(await response.read()).toBeNull()
})

test('unread bytes pause the upstream without an idle timeout, and reading resumes it', async () => {
  const { response, bytes, calls } = opened()
  bytes(200 * 1024)
  expect(calls).toEqual([])
  bytes(100 * 1024)
  bytes(1)
  expect(calls).toEqual(['pause'])

  vi.advanceTimersByTime(5000)
  expect((await response.read())?.length).toBe(300 * 1024 + 1)

  expect(calls).toEqual(['pause', 'resume'])
})

test('received bytes are read before the fault that follows them', async () => {
  const { response, bytes, fail } = opened()
  bytes(3)
  fail(new Error('other side closed'))

  expect((await response.read())?.length).toBe(3)
  await expect(response.read()).rejects.toMatchObject({ kind: 'broken' })
  await expect(response.read()).rejects.toMatchObject({ kind: 'broken' })
})

test('connection faults are classified by cause', () => {
  const refused = open()
  refused.fail(new AddressRefusal('10.0.0.5 is not public'))
  const slow = open()
  slow.fail(Object.assign(new Error('x'), { code: 'UND_ERR_CONNECT_TIMEOUT' }))
  const reset = open()
  reset.fail(Object.assign(new Error('x'), { code: 'ECONNRESET' }))

  expect([refused.faults, slow.faults, reset.faults]).toEqual([['refused'], ['connect'], ['broken']])
})

test('the caller’s signal ends it in every phase, and its listener is removed afterwards', async () => {
  const controller = new AbortController()
  const before = open(controller.signal)
  const during = opened(controller.signal)
  const done = opened(controller.signal)
  const read = kindOf(during.response.read())
  done.end()

  controller.abort()

  expect(before.faults).toEqual(['aborted'])
  expect(await read).toBe('aborted')
  expect(during.calls).toEqual(['abort'])
  expect(done.calls).toEqual([])
  expect(await done.response.read()).toBeNull()
})

test('a discarded response may finish within a second, then it is closed', async () => {
  const polite = opened()
  polite.response.finish()
  polite.bytes(5)
  expect(await polite.response.read()).toBeNull()
  polite.end()
  vi.advanceTimersByTime(2000)
  expect(polite.calls).toEqual([])

  const endless = opened()
  endless.response.finish()
  vi.advanceTimersByTime(1001)
  expect(endless.calls).toEqual(['abort'])
})

test('no timer and no second fault remain', () => {
  const { response, end, fail, calls, faults } = opened()
  end()
  fail(new Error('late'))
  response.abort()
  response.finish()

  expect(vi.getTimerCount()).toBe(0)
  expect([calls, faults]).toEqual([[], []])
})

test('an interim response is ignored, and does not prolong the wait', () => {
  const { head, connect, faults } = open()
  connect()

  vi.advanceTimersByTime(900)
  expect(() => head(103)).toThrow('no headers yet')
  vi.advanceTimersByTime(200)
  expect(faults).toEqual(['silence'])

  const answered = open()
  answered.connect()
  expect(() => answered.head(103)).toThrow('no headers yet')
  expect(answered.head(200).status).toBe(200)
})
