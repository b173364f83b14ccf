import { expect, test } from 'vitest'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import { Limits, toGoDuration } from './limits.ts'

const key = (limits: Partial<KeyRow>): KeyRow => ({
  id: 'key_1',
  teamId: 'team_1',
  ownerId: null,
  name: '',
  kind: 'api',
  hash: '',
  prefix: '',
  last4: '',
  scopes: [],
  models: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
  parallel: null,
  createdAt: 0,
  expiresAt: null,
  disabledAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replaces: null,
  keepBodies: false,
  budgetId: null,
  spentNanos: 0,
  ceilings: {},
  defaultModel: null,
  ...limits,
})

test('a window begins with its first request and lasts a minute', () => {
  const clock = { now: 1_000_000 }
  const limits = new Limits(() => clock.now)
  const limited = key({ requestsPerMinute: 1 })
  limits.take(limited)
  clock.now += 59_999

  expect(() => limits.take(limited)).toThrow('limited to 1 requests per minute')
  clock.now += 1
  expect(() => limits.take(limited)).not.toThrow()
})

test('a concurrency slot is released once, however often release is called', () => {
  const limits = new Limits(() => 0)
  const limited = key({ parallel: 2 })
  const first = limits.take(limited)
  limits.take(limited)
  first.release()
  first.release()
  limits.take(limited)

  expect(() => limits.take(limited)).toThrow('2 concurrent requests')
})

test('tokens settled after their window do not count in the next', () => {
  const clock = { now: 0 }
  const limits = new Limits(() => clock.now)
  const limited = key({ tokensPerMinute: 100 })
  const slot = limits.take(limited)
  slot.reserve(() => 90)
  clock.now = 60_000
  const next = limits.take(limited)
  slot.settle(95)

  expect(() => next.reserve(() => 100)).not.toThrow()
})

test('tokens of a request without usage are released', () => {
  const limits = new Limits(() => 0)
  const limited = key({ tokensPerMinute: 100 })
  for (let call = 0; call < 5; call++) {
    const failed = limits.take(limited)
    failed.reserve(() => 60)
    failed.release()
    failed.release()
  }
  const used = limits.take(limited)
  used.reserve(() => 60)
  used.settle(60)
  used.release()

  expect(() => limits.take(limited).reserve(() => 41)).toThrow('100 tokens per minute')
  expect(() => limits.take(limited).reserve(() => 40)).not.toThrow()
})

test('a request to several models counts only the sum of their usage', () => {
  const limits = new Limits(() => 0)
  const limited = key({ tokensPerMinute: 100 })
  const several = limits.take(limited)
  several.reserve(() => 60)
  several.settle(20)
  several.reserve(() => 50)
  expect(() => limits.take(limited).reserve(() => 31)).toThrow('100 tokens per minute')
  several.settle(35)
  several.reserve(() => 60)
  several.release()

  expect(() => limits.take(limited).reserve(() => 66)).toThrow('100 tokens per minute')
  expect(() => limits.take(limited).reserve(() => 65)).not.toThrow()
})

test('no estimate is computed for a key without a token limit', () => {
  const slot = new Limits(() => 0).take(key({ requestsPerMinute: 5 }))

  expect(() =>
    slot.reserve(() => {
      throw new Error('counted')
    }),
  ).not.toThrow('counted')
})

test.each([
  [12, '12ms'],
  [1000, '1s'],
  [59_001, '1m0s'],
  [360_000, '6m0s'],
  [3_661_000, '1h1m1s'],
])('%i ms is %s', (ms, text) => {
  expect(toGoDuration(ms)).toBe(text)
})
