import { expect, onTestFinished, test } from 'vitest'
import { createMemoryUses } from '#lib/store/limits/__fixtures__/memory-uses.ts'
import { LimitBook } from '#lib/store/limits/limit-book.ts'
import type { LimitUses } from '#lib/store/limits/limit-uses.ts'
import { type LimitedCaller, Limits, toGoDuration } from './limits.ts'

const none = { requestsPerMinute: null, tokensPerMinute: null, parallel: null }
const key = (limits: Partial<LimitedCaller>): LimitedCaller => ({
  id: 'key_1',
  firstKeyId: null,
  teamId: 'team_1',
  teamLimits: none,
  ...none,
  ...limits,
})

function limitsAt(now: () => number = () => 0): Limits {
  const book = new LimitBook({
    uses: null,
    instanceId: 'gw_1',
    onDatabaseFailure: 'share',
    instances: () => 1,
    now,
  })
  return new Limits(book)
}

function sharedLimits(uses: LimitUses): Limits {
  const book = new LimitBook({
    uses,
    instanceId: `gw_${Math.random()}`,
    onDatabaseFailure: 'reject',
    instances: () => 2,
  })
  onTestFinished(() => book.close())
  return new Limits(book)
}

function headersOf(limits: Limits, caller: LimitedCaller): Record<string, string> {
  const list: string[] = []
  limits.headers(caller, list)
  return Object.fromEntries(
    list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])),
  )
}

test('a request counts for a minute, anywhere on the clock', async () => {
  const clock = { now: 1_000_100 }
  const limits = limitsAt(() => clock.now)
  const limited = key({ requestsPerMinute: 2 })
  await limits.take(limited)
  clock.now += 59_000
  await limits.take(limited)
  clock.now += 999

  expect(() => limits.take(limited)).toThrow('limited to 2 requests per minute. Try again in 1 s.')
  clock.now += 251
  await limits.take(limited)
  expect(() => limits.take(limited)).toThrow('limited to 2 requests per minute. Try again in 59 s.')
})

test('a concurrency slot is released once, however often release is called', async () => {
  const limits = limitsAt()
  const limited = key({ parallel: 2 })
  const first = await limits.take(limited)
  await limits.take(limited)
  first.release()
  first.release()
  await limits.take(limited)

  expect(() => limits.take(limited)).toThrow('2 concurrent requests')
})

test('tokens beyond the estimate count from the end of the answer', async () => {
  const clock = { now: 0 }
  const limits = limitsAt(() => clock.now)
  const limited = key({ tokensPerMinute: 100 })
  const long = await limits.take(limited)
  await long.reserve(() => 20)
  clock.now = 50_000
  long.settle(90)
  long.release()
  clock.now = 61_000
  const next = await limits.take(limited)

  expect(() => next.reserve(() => 31)).toThrow('100 tokens per minute; this request needs about 31')
  await next.reserve(() => 30)
  clock.now = 110_500
  await next.reserve(() => 70)
})

test('tokens of an estimate that were not used are free at the end of the answer', async () => {
  const clock = { now: 0 }
  const limits = limitsAt(() => clock.now)
  const limited = key({ tokensPerMinute: 100 })
  const slot = await limits.take(limited)
  await slot.reserve(() => 90)
  clock.now = 30_000
  slot.settle(10)

  expect(headersOf(limits, limited)['x-ratelimit-remaining-tokens']).toBe('90')
})

test('tokens of a request without usage are released', async () => {
  const limits = limitsAt()
  const limited = key({ tokensPerMinute: 100 })
  for (let call = 0; call < 5; call++) {
    const failed = await limits.take(limited)
    await failed.reserve(() => 60)
    failed.release()
    failed.release()
  }
  const used = await limits.take(limited)
  await used.reserve(() => 60)
  used.settle(60)
  used.release()
  const next = await limits.take(limited)

  expect(() => next.reserve(() => 41)).toThrow('100 tokens per minute')
  await next.reserve(() => 40)
})

test('a request to several models counts only the sum of their usage', async () => {
  const limits = limitsAt()
  const limited = key({ tokensPerMinute: 100 })
  const several = await limits.take(limited)
  const other = await limits.take(limited)
  await several.reserve(() => 60)
  several.settle(20)
  await several.reserve(() => 50)
  expect(() => other.reserve(() => 31)).toThrow('100 tokens per minute')
  several.settle(35)
  await several.reserve(() => 60)
  several.release()

  expect(() => other.reserve(() => 66)).toThrow('100 tokens per minute')
  await other.reserve(() => 65)
})

test('an estimate above the limit can never succeed: clients must not retry', async () => {
  const slot = await limitsAt().take(key({ tokensPerMinute: 100 }))

  expect(() => slot.reserve(() => 101)).toThrow(expect.objectContaining({ final: true }))
})

test('a request without a limit takes what is left, and others wait for it', async () => {
  const limits = limitsAt()
  const limited = key({ tokensPerMinute: 100 })
  const open = () => ({ tokens: 4100, leastTokens: 4 })
  const [one, other, last] = [
    await limits.take(limited),
    await limits.take(limited),
    await limits.take(limited),
  ]
  await one.reserve(open)

  expect(() => other.reserve(open)).toThrow('100 tokens per minute; this request needs about 4')
  one.settle(40)
  await other.reserve(open)
  expect(() => last.reserve(open)).toThrow('100 tokens per minute')
})

test('a request without a limit takes what other instances have left', async () => {
  const uses = createMemoryUses({ now: Date.now, delays: () => [0, 0] })
  const [one, other] = [sharedLimits(uses), sharedLimits(uses)]
  const limited = key({ tokensPerMinute: 5000 })
  const used = await one.take(limited)
  await used.reserve(() => 4000)
  const open = await other.take(limited)
  await open.reserve(() => ({ tokens: 4196, leastTokens: 100 }))
  const next = await one.take(limited)
  const least = await other.take(limited)

  await expect(next.reserve(() => 900)).rejects.toThrow('5000 tokens per minute')
  await expect(least.reserve(() => ({ tokens: 4196, leastTokens: 150 }))).rejects.toThrow(
    'this request needs about 150',
  )
  open.settle(100)
  await least.reserve(() => ({ tokens: 4196, leastTokens: 150 }))
})

test('no estimate is computed for a key without a token limit', async () => {
  const slot = await limitsAt().take(key({ requestsPerMinute: 5 }))

  expect(() =>
    slot.reserve(() => {
      throw new Error('counted')
    }),
  ).not.toThrow('counted')
})

test('keys of a team share its limits, and the headers show the tighter one', async () => {
  const limits = limitsAt()
  const teamLimits = { ...none, requestsPerMinute: 3 }
  const one = key({ id: 'key_1', requestsPerMinute: 100, teamLimits })
  const other = key({ id: 'key_2', requestsPerMinute: 2, teamLimits })
  await limits.take(one)
  await limits.take(one)

  expect(headersOf(limits, one)).toMatchObject({
    'x-ratelimit-limit-requests': '3',
    'x-ratelimit-remaining-requests': '1',
  })
  await limits.take(other)
  expect(() => limits.take(other)).toThrow('This team is limited to 3 requests per minute.')
  expect(headersOf(limits, other)).toMatchObject({ 'x-ratelimit-remaining-requests': '0' })
})

test('a request that its team refuses does not count against its key', async () => {
  const limits = limitsAt()
  const teamLimits = { ...none, parallel: 1 }
  const limited = key({ requestsPerMinute: 2, teamLimits })
  const running = await limits.take(limited)
  expect(() => limits.take(limited)).toThrow('This team is limited to 1 concurrent requests.')
  running.release()

  await limits.take(limited)
  expect(() => limits.take(limited)).toThrow('This key is limited to 2 requests per minute.')
})

test('a rotated key and its replacement share their limits', async () => {
  const limits = limitsAt()
  await limits.take(key({ id: 'key_1', requestsPerMinute: 1 }))

  expect(() => limits.take(key({ id: 'key_2', firstKeyId: 'key_1', requestsPerMinute: 1 }))).toThrow(
    'limited to 1 requests per minute',
  )
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
