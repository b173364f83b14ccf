import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Cooldowns, type KeyCheck } from '#lib/capabilities/routing/cooldowns.ts'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { probeKeys } from './probe-keys.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { parallelMax: Infinity, parallelTotalMax: Infinity, providerParallelMax: Infinity }
const key = {}
const deployed = (keyName: string): Deployment => {
  return { name: `${keyName}/sol`, keyName, key, weight: 1, tier: 0, affinity: true, ...limits }
}
const checked = deployed('openai#2')
const unchecked = deployed('other#2')
const refused = new UpstreamError('upstream_error', 'no', { ofKey: { reason: 'refused', scope: 'key' } })
const minutes = 60_000

function start(check: KeyCheck) {
  const cooldowns = new Cooldowns(() => Date.now())
  let asked = 0
  const accepted: string[] = []
  const { checkNow, stop } = probeKeys({
    cooldowns,
    checkOf: name => {
      if (name !== checked.keyName) return null
      return signal => {
        asked++
        return check(signal)
      }
    },
    onAccepted: (providerId, keyName) => void accepted.push(`${providerId} ${keyName}`),
    log: { debug: () => undefined, info: () => undefined },
  })
  cooldowns.failed(checked, refused)
  return { cooldowns, checkNow, stop, accepted, asked: () => asked }
}

test('a rejected key is asked about every five minutes, and no request of a client tries it', async () => {
  const { cooldowns, asked } = start(() => Promise.resolve('refused'))

  await vi.advanceTimersByTimeAsync(16 * minutes)

  expect(asked()).toBe(3)
  expect(cooldowns.problemOf(checked)).not.toBeNull()
  expect(cooldowns.list()).toMatchObject([{ name: 'openai#2', reason: 'refused' }])
})

test('a check that an operator asks for brings a repaired key back at once', async () => {
  const { cooldowns, checkNow, accepted } = start(() => Promise.resolve('accepted'))
  cooldowns.failed(unchecked, refused)

  await checkNow('open')
  await checkNow('other')
  expect(cooldowns.problemOf(checked)).not.toBeNull()
  // A key that cannot be checked is tried by the next request alone.
  expect([cooldowns.problemOf(unchecked), cooldowns.problemOf(unchecked)]).toEqual([
    null,
    expect.any(UpstreamError),
  ])

  await checkNow('openai')
  expect(cooldowns.problemOf(checked)).toBeNull()
  expect(accepted).toEqual(['openai openai#2'])
})

test('a key that the provider accepts again is used', async () => {
  const { cooldowns } = start(() => Promise.resolve('accepted'))

  await vi.advanceTimersByTimeAsync(4 * minutes)
  expect(cooldowns.problemOf(checked)).not.toBeNull()
  await vi.advanceTimersByTimeAsync(2 * minutes)
  expect(cooldowns.problemOf(checked)).toBeNull()
  expect(cooldowns.list()).toEqual([])
})

test.each<[string, KeyCheck]>([
  ['fails', () => Promise.reject(new Error('down'))],
  ['says nothing about the key', () => Promise.resolve('unknown')],
])('after a check that %s, a request tries the key, and no other check comes before', async (_, check) => {
  const { cooldowns, asked } = start(check)

  await vi.advanceTimersByTimeAsync(60 * minutes)

  expect(asked()).toBe(1)
  expect([cooldowns.problemOf(checked), cooldowns.problemOf(checked)]).toEqual([
    null,
    expect.any(UpstreamError),
  ])

  cooldowns.failed(checked, refused)
  await vi.advanceTimersByTimeAsync(6 * minutes)
  expect(asked()).toBe(2)
})

test('where no check is possible, one request tries the key', async () => {
  const { cooldowns } = start(() => Promise.resolve('refused'))
  cooldowns.failed(unchecked, refused)

  await vi.advanceTimersByTimeAsync(6 * minutes)

  expect(cooldowns.problemOf(unchecked)).toBeNull()
})

test('after the stop nothing is asked', async () => {
  const { stop, asked } = start(() => Promise.resolve('refused'))
  stop()

  await vi.advanceTimersByTimeAsync(20 * minutes)

  expect(asked()).toBe(0)
})
