import { expect, test } from 'vitest'
import type { AttemptLimit } from '#lib/store/team/sign-in-attempts.ts'
import { countAttempt } from './sign-in-throttle.ts'

const now = 1_800_000_000_000

/** Earlier attempts, by type of limit. */
function counted(before: Readonly<Record<string, number>>) {
  const asked: string[] = []
  return {
    asked,
    async count(limits: readonly AttemptLimit[]) {
      asked.push(...limits.map(limit => limit.bucket))
      const counts = limits.map(({ bucket }) => ({
        attempts: before[bucket.split(':')[0] ?? ''] ?? 1,
        oldestAt: now - 60_000,
      }))
      return { id: 'attempt_1', counted: counts }
    },
    forgive: async () => {},
  }
}

const from = (address: string) => ({ email: 'a@example.org', address })

test('the first attempts on an account are not delayed', async () => {
  expect((await countAttempt(counted({ mail: 20 }), from('192.0.2.1'), now)).delayMs).toBe(0)
})

test.each([
  [21, 1000],
  [22, 2000],
  [24, 8000],
  [5000, 8000],
])(
  'attempt %i on one account, from any IP address, waits %i ms and is not rejected',
  async (attempts, delayMs) => {
    expect((await countAttempt(counted({ mail: attempts }), from('192.0.2.1'), now)).delayMs).toBe(delayMs)
  },
)

test.each([
  ['pair', 6, 14 * 60_000],
  ['network', 101, 59 * 60_000],
])('too many from one %s are rejected until the oldest expires', async (kind, attempts, retryAfterMs) => {
  await expect(countAttempt(counted({ [kind]: attempts }), from('192.0.2.1'), now)).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs,
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
])('the network of %s is %s', async (address, network) => {
  const attempts = counted({})

  await countAttempt(attempts, from(address), now)

  expect(attempts.asked).toContain(`network:${network}`)
})
