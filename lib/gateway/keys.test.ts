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
  test('a key without limits gets no rate limit headers', async () => {
    const response = await sextant.chat(ok)

    expect([...response.headers.keys()].filter(name => name.startsWith('x-ratelimit'))).toEqual([])
  })

  test('requests per minute: counted in headers, then rejected with the time to wait', async () => {
    const ask = await asks({ requestsPerMinute: 2 })
    const first = await ask()
    await ask()
    const refused = await ask()

    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2')
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1')
    expect(first.headers.get('x-ratelimit-reset-requests')).toMatch(/^(1m[01]s|[1-5]?\ds)$/)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(refused.headers.get('x-should-retry')).toBeNull()
    expect(await refused.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', type: 'rate_limit_error' },
    })
  })

  test('the body of a rejected request is not read', async () => {
    const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
    await sextant.chat(ok, { token })
    const refused = await sextant.chat('not JSON', { token })

    expect(refused.status).toBe(429)
  })

  test('tokens per minute: the estimate is corrected by actual usage', async () => {
    const ask = await asks({ tokensPerMinute: 200 })
    const response = await ask({ ...ok, max_tokens: 150 })
    const { usage } = (await response.json()) as { usage: { total_tokens: number } }
    const next = await ask()

    // Both requests used the same, and the second is settled when its headers are written.
    expect(next.headers.get('x-ratelimit-remaining-tokens')).toBe(String(200 - 2 * usage.total_tokens))
  })

  test('exhausted tokens: 429; more than the whole limit: 429 with x-should-retry: false', async () => {
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

  test('concurrent requests: one too many is rejected, and the slot is released afterwards', async () => {
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
  test('a revoked key is rejected within a second even when cached, and its open stream ends in-band', async () => {
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

  test('a key created after its first use works at once', async () => {
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

test('a mistyped key causes no database lookup', async () => {
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
