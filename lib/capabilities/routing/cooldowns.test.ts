import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { type KeyProblem, UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { Cooldowns } from './cooldowns.ts'

function deployed(model: string, keyName = 'openai-a#2', key: object = sameKey): Deployment {
  const limits = { parallelMax: Infinity, parallelTotalMax: Infinity, providerParallelMax: Infinity }
  return { name: `${keyName}/${model}`, keyName, key, weight: 1, tier: 0, affinity: true, ...limits }
}
const sameKey = {}
const sol = deployed('gpt-6-sol')
const luna = deployed('gpt-6-luna')
const other = deployed('gpt-6-sol', 'openai-a#1')

const rateLimit = (retryAfterMs?: number) =>
  new UpstreamError('rate_limit_exceeded', 'slow down', {
    retryable: true,
    ofKey: { reason: 'rate_limit', scope: 'key' },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
const ofKey = (reason: KeyProblem['reason'], scope: KeyProblem['scope']) =>
  new UpstreamError('upstream_error', 'no', { ofKey: { reason, scope } })

function createClocked() {
  const clock = { now: 0 }
  const cooldowns = new Cooldowns(() => clock.now)
  const waitOf = (deployment: Deployment) => cooldowns.problemOf(deployment)?.retryAfterMs ?? null
  return { clock, cooldowns, waitOf }
}

test('a rate limit lasts as long as the provider says, for all models of the key', () => {
  const { clock, cooldowns, waitOf } = createClocked()
  cooldowns.failed(sol, rateLimit(30_000))

  expect([waitOf(sol), waitOf(luna), waitOf(other)]).toEqual([30_000, 30_000, null])
  clock.now = 30_000
  expect(waitOf(sol)).toBeNull()
})

test('a rate limit without a time lasts ten seconds, then twice as long, up to five minutes', () => {
  const { clock, cooldowns, waitOf } = createClocked()
  const waits: (number | null)[] = []
  for (let time = 0; time < 7; time++) {
    cooldowns.failed(sol, rateLimit())
    waits.push(waitOf(sol))
    clock.now += waitOf(sol) ?? 0
  }
  expect(waits).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])

  cooldowns.succeeded(luna)
  cooldowns.failed(sol, rateLimit())
  expect(waitOf(sol)).toBe(10_000)
})

test('a burst that a provider limits counts once', () => {
  const { clock, cooldowns, waitOf } = createClocked()
  for (let time = 0; time < 20; time++) cooldowns.failed(sol, rateLimit())
  expect(waitOf(luna)).toBe(10_000)

  cooldowns.failed(sol, rateLimit(40_000))
  cooldowns.failed(luna, rateLimit(20_000))
  expect(waitOf(sol)).toBe(40_000)

  clock.now = 40_000
  cooldowns.failed(sol, rateLimit())
  expect(waitOf(sol)).toBe(20_000)
})

test('a response to a request from before the rate limit does not end it', () => {
  const { cooldowns, waitOf } = createClocked()
  cooldowns.failed(sol, rateLimit())
  cooldowns.succeeded(luna)
  expect(waitOf(sol)).toBe(10_000)
})

test.each([
  ['balance', 900_000],
  ['refused', 300_000],
] as const)('a key with the problem `%s` is not used for any model', (reason, ms) => {
  const { clock, cooldowns } = createClocked()
  cooldowns.failed(sol, ofKey(reason, 'key'))

  expect(cooldowns.problemOf(luna)?.code).toBe('upstream_error')
  expect(cooldowns.problemOf(other)).toBeNull()
  expect(cooldowns.list()).toEqual([{ name: 'openai-a#2', reason, waitMs: ms }])
  clock.now = ms - 1
  expect(cooldowns.problemOf(luna)).not.toBeNull()
})

test('after its time, one request tries a rejected key, and success ends the cooldown', () => {
  const { clock, cooldowns } = createClocked()
  cooldowns.failed(sol, ofKey('refused', 'key'))
  clock.now = 300_000

  expect([cooldowns.problemOf(sol), cooldowns.problemOf(luna)]).toEqual([null, expect.any(ApiError)])
  cooldowns.succeeded(sol)
  expect(cooldowns.problemOf(luna)).toBeNull()
  expect(cooldowns.list()).toEqual([])
})

test('a model that the key may not use leaves its other models', () => {
  const { cooldowns } = createClocked()
  cooldowns.failed(sol, ofKey('refused', 'deployment'))

  expect(cooldowns.problemOf(sol)?.message).toContain('openai-a#2/gpt-6-sol')
  expect(cooldowns.problemOf(luna)).toBeNull()
})

test('a changed entry of the provider ends the cooldown', () => {
  const { cooldowns } = createClocked()
  cooldowns.failed(sol, ofKey('refused', 'key'))

  expect(cooldowns.problemOf(deployed('gpt-6-sol', 'openai-a#2', {}))).toBeNull()
})

test('a key that was replaced is no longer listed, and others keep their cooldowns', () => {
  const { cooldowns } = createClocked()
  cooldowns.failed(deployed('gpt-6-sol', 'openai-a#2', {}), ofKey('refused', 'key'))
  cooldowns.failed(other, ofKey('refused', 'key'))
  cooldowns.keepOnly(new Set([other.key]))

  expect(cooldowns.list().map(({ name }) => name)).toEqual([other.keyName])
})

test.each([
  ['of a server', new UpstreamError('upstream_error', 'down', { retryable: true })],
  ['of a model that is busy', new UpstreamError('rate_limit_exceeded', 'slow down')],
  ['of the limit of an API key of Sextant', new ApiError('rate_limit_exceeded', 'slow down')],
])('a failure %s is none of the key', (_, failure) => {
  const { cooldowns } = createClocked()
  cooldowns.failed(sol, failure)

  expect(cooldowns.list()).toEqual([])
})
