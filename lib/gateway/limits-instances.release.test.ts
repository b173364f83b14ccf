import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type Admitted,
  type Answered,
  type Gateways,
  mostInAMinute,
  offer,
  shareUsed,
  startGateways,
} from './__fixtures__/gateways.ts'

// Minutes of load: `npm run test:limits`. After a quiet time, uses count up to 5 s longer: the first two minutes show it.
const minutes = 4

function uses(answers: readonly Answered[], amountOf: (answer: Answered) => number): Admitted[] {
  return answers
    .filter(({ status }) => status === 200)
    .map(answer => ({ at: answer.at, endedAt: answer.endedAt, amount: amountOf(answer) }))
}

const one = () => 1

test('three gateways that get eight times the limit use it, and no more in any 60 s', async () => {
  await using gateways = await startGateways(3)
  const token = await gateways.makeKey({ requestsPerMinute: 600 })

  const answers = await offer(gateways.programs, { token, everyMs: 12, durationMs: minutes * 60_000 })

  const admitted = uses(answers, one)
  expect(mostInAMinute(admitted)).toBeLessThanOrEqual(600)
  expect(shareUsed(admitted, 600)).toBeGreaterThanOrEqual(0.99)
})

test('tokens that were used stay within the limit of any 60 s', async () => {
  await using gateways = await startGateways(3)
  const token = await gateways.makeKey({ tokensPerMinute: 6_000 })

  const answers = await offer(gateways.programs, { token, everyMs: 20, durationMs: minutes * 60_000 })

  const used = uses(answers, ({ tokens }) => tokens)
  expect(mostInAMinute(used)).toBeLessThanOrEqual(6_000)
  expect(shareUsed(used, 6_000)).toBeGreaterThanOrEqual(0.97)
})

test('kill −9 of a gateway under load: the others go on, within the limit', async () => {
  await using gateways = await startGateways(3)
  const token = await gateways.makeKey({ requestsPerMinute: 600 })
  const [killed, ...others] = gateways.programs
  const before = await offer(gateways.programs, { token, everyMs: 100, durationMs: 20_000 })

  killed?.gateway.kill('SIGKILL')
  if (killed !== undefined) await once(killed.gateway, 'exit')
  const after = await offer(others, { token, everyMs: 20, durationMs: 2 * 60_000 })

  const admitted = uses([...before, ...after], one)
  expect(mostInAMinute(admitted)).toBeLessThanOrEqual(600)
  expect(uses(after, one).length).toBeGreaterThanOrEqual(2 * 590 - before.length)
})

test.each([
  { policy: 'share', leastDuring: 100, statuses: [200, 429] },
  { policy: 'reject', leastDuring: 0, statuses: [503] },
])('20 s without the database: $policy', async ({ policy, leastDuring, statuses }) => {
  await using gateways = await startGateways(3, { LIMITS_ON_DATABASE_FAILURE: policy })
  const token = await gateways.makeKey({ requestsPerMinute: 300 })
  const { postgres, programs } = gateways
  // Each gateway counts the others every 5 s.
  await sleep(6_000)
  const before = await offer(programs, { token, everyMs: 100, durationMs: 5_000 })

  await postgres.kill()
  await settleOutage(gateways, token)
  const during = await offer(programs, { token, everyMs: 25, durationMs: 20_000 })
  await postgres.restart()
  await sleep(5_000)
  const after = await offer(programs, { token, everyMs: 25, durationMs: 90_000 })

  const all = uses([...before, ...during, ...after], one)
  expect(during.map(({ status }) => status).filter(status => !statuses.includes(status))).toEqual([])
  expect(uses(during, one).length).toBeGreaterThanOrEqual(leastDuring)
  expect(mostInAMinute(all)).toBeLessThanOrEqual(2 * 300)
  const lastMinute = (after.at(-1)?.at ?? 0) - 60_000
  expect(mostInAMinute(all.filter(({ at }) => at > lastMinute))).toBeLessThanOrEqual(300)
  expect(uses(after, one).length).toBeGreaterThan(150)
})

/** The first requests after the end of the database may still use what is leased. */
async function settleOutage({ programs }: Gateways, token: string): Promise<void> {
  await offer(programs, { token, everyMs: 50, durationMs: 6_000 })
}
