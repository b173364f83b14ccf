import { afterEach, expect, test, vi } from 'vitest'
import { readSmallJson } from './read-small-json.ts'

afterEach(() => void vi.useRealTimers())

test('a body that never ends times out: the requester was checked before it', async () => {
  vi.useFakeTimers()
  let cancelled = false
  const body = new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode('{"name":')),
    cancel: () => void (cancelled = true),
  })
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const request = new Request('http://localhost/api/keys', init)

  const [read] = await Promise.all([
    readSmallJson(request).catch((error: unknown) => error),
    vi.advanceTimersByTimeAsync(20_000),
  ])

  expect(read).toMatchObject({ code: 'invalid_json' })
  expect(cancelled).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
