import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewKey } from '#lib/store/keys/keys.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

const ok = { model: 'scripted/echo', messages: [{ role: 'user', content: 'hello' }] }

async function asks(settings: Partial<NewKey>) {
  const { token } = await sextant.makeKey(settings)
  return (body: object = ok) => sextant.chat(body, { token })
}

describe('limits of a key', () => {
  test('a key without limits gets no headers of limits', async () => {
    const response = await sextant.chat(ok)

    expect([...response.headers.keys()].filter(name => name.startsWith('x-ratelimit'))).toEqual([])
  })

  test('requests a minute: counted in headers, then refused with the time to wait', async () => {
    const ask = await asks({ requestsPerMinute: 2 })
    const first = await ask()
    await ask()
    const refused = await ask()

    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2')
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1')
    expect(first.headers.get('x-ratelimit-reset-requests')).toMatch(/^(1m0s|[1-5]?\ds)$/)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(refused.headers.get('x-should-retry')).toBeNull()
    expect(await refused.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', type: 'rate_limit_error' },
    })
  })

  test('a refused request is not even read', async () => {
    const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
    await sextant.chat(ok, { token })
    const refused = await sextant.chat('not JSON', { token })

    expect(refused.status).toBe(429)
  })

  test('tokens a minute: the estimate is corrected by what was really used', async () => {
    const ask = await asks({ tokensPerMinute: 200 })
    const response = await ask({ ...ok, max_tokens: 150 })
    const { usage } = (await response.json()) as { usage: { total_tokens: number } }
    const next = await ask()

    // Both calls used the same, and the second is settled by the time its headers are written.
    expect(next.headers.get('x-ratelimit-remaining-tokens')).toBe(String(200 - 2 * usage.total_tokens))
  })

  test('tokens that this minute no longer has: 429; more than the whole limit: never, so do not retry', async () => {
    const ask = await asks({ tokensPerMinute: 100 })
    const never = await ask({ ...ok, max_tokens: 500 })
    sextant.upstream.next({ kind: 'answer', text: Array.from({ length: 95 }, (_, at) => `word${at} `) })
    await ask({ ...ok, max_tokens: 80 })
    const later = await ask({ ...ok, max_tokens: 80 })

    expect([never.status, never.headers.get('x-should-retry'), never.headers.get('retry-after')]).toEqual([
      429,
      'false',
      null,
    ])
    expect([later.status, later.headers.get('x-should-retry')]).toEqual([429, null])
    expect(later.headers.get('retry-after')).not.toBeNull()
  })

  test('parallel calls: the one too many is refused, and the place is free again afterwards', async () => {
    const ask = await asks({ parallel: 1 })
    const slow = ask({ ...ok, model: 'scripted/first-300' })
    await sextant.upstream.seen(request => request.json?.model === 'first-300')
    const refused = await ask()
    await slow
    const after = await ask()

    expect([refused.status, after.status]).toEqual([429, 200])
  })
})

describe('revocation', () => {
  test('a revoked key is refused within a second even when cached, and its open stream ends in-band', async () => {
    const { token, id } = await sextant.makeKey()
    const streaming = await sextant.chat({ ...ok, model: 'scripted/chunks-200-50', stream: true }, { token })
    const events = readEvents(streaming)

    const revokedAt = performance.now()
    await sextant.store.keys.revoke(sextant.teamId, id)
    await expect.poll(async () => (await sextant.chat(ok, { token })).status, { interval: 50 }).toBe(401)

    expect(performance.now() - revokedAt).toBeLessThan(1000)
    const { error, done } = await events
    expect([error?.code, done]).toEqual(['invalid_api_key', false])
  })

  test('a key made after it was first tried works at once', async () => {
    const token = 'a-token-chosen-elsewhere-0123456789abcdef'
    const before = await sextant.chat(ok, { token })
    await sextant.store.keys.ensure({
      teamId: sextant.teamId,
      ownerId: null,
      name: 'x',
      kind: 'api',
      scopes: ['chat'],
      token,
    })

    expect(before.status).toBe(401)
    await expect.poll(async () => (await sextant.chat(ok, { token })).status, { timeout: 2000 }).toBe(200)
  })
})

test('a mistyped key never asks the store', async () => {
  const asked: string[] = []
  await using counted = await startTestGateway({
    store: store => ({
      ...store,
      keys: { ...store.keys, findByHash: hash => (asked.push(hash), store.keys.findByHash(hash)) },
    }),
  })
  const mistyped = counted.token.replace(/.$/, last => (last === 'a' ? 'b' : 'a'))
  await counted.chat(ok, { token: mistyped })
  await counted.chat(ok, { token: 'somebody-else' })
  await counted.chat(ok, { token: 'somebody-else' })

  expect(asked).toHaveLength(1)
})
