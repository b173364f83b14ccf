import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres } from '#lib/store/__fixtures__/test-database.ts'
import type { GatewayProgram } from './__fixtures__/gateway-program.ts'
import {
  type Admitted,
  type Answered,
  chat,
  type Gateways,
  mostInAMinute,
  offer,
  startGateways,
  watchOpen,
} from './__fixtures__/gateways.ts'
import { readMetrics } from './__fixtures__/read-metrics.ts'

const missing = missingPostgres()

describe.skipIf(missing !== null)('three gateways on one PostgreSQL', () => {
  let gateways: Gateways
  let rejecting: GatewayProgram
  beforeAll(async () => {
    gateways = await startGateways(3)
    rejecting = await gateways.start({ LIMITS_ON_DATABASE_FAILURE: 'reject' })
  }, 120_000)
  afterAll(() => gateways[Symbol.asyncDispose]())

  test('admit the requests of a key together', async () => {
    const { programs } = gateways
    const token = await gateways.makeKey({ requestsPerMinute: 300 })

    // While a busy database takes over a second, each gateway has only its part: requests that come later get the rest.
    const answers: Answered[] = []
    const admitted = () => answers.filter(({ status }) => status === 200).length
    const startedAt = performance.now()
    const send = async () =>
      answers.push(...(await offer(programs, { token, everyMs: 12, durationMs: 2_500 })))
    while (admitted() < 297 && performance.now() - startedAt < 45_000) await send()
    await send()

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(admitted()).toBeGreaterThanOrEqual(297)
    expect(mostInAMinute(answersAdmitted(answers))).toBeLessThanOrEqual(300)
  }, 90_000)

  test('never send the provider more concurrent requests than the key has', async () => {
    const { programs, upstream } = gateways
    const token = await gateways.makeKey({ parallel: 5 })
    upstream.on('slow', { kind: 'answer', text: 'late', firstDelayMs: 100 })
    const watched = watchOpen(upstream)

    const answers = await offer(programs, { token, everyMs: 10, durationMs: 3_000, model: 'up/slow' })

    const most = watched.stop()
    expect(most).toBeLessThanOrEqual(5)
    expect(most).toBeGreaterThanOrEqual(4)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
  }, 60_000)

  test('share or reject a limit while the database does not respond, and hold it together afterwards', async () => {
    const { programs, postgres } = gateways
    const token = await gateways.makeKey({ requestsPerMinute: 60 })
    const unlimited = await gateways.makeKey({})
    for (const program of programs) expect((await chat(program, token)).status).toBe(200)
    for (const each of [token, unlimited]) expect((await chat(rejecting, each)).status).toBe(200)

    await postgres.kill()
    const during = await offer(programs, { token, everyMs: 10, durationMs: 3_000 })
    const rejected = await offer([rejecting], { token, everyMs: 100, durationMs: 1_000 })
    expect((await chat(rejecting, unlimited)).status).toBe(200)
    const unavailable = await readMetrics({ url: programs[0]?.url ?? '', token })
    expect(unavailable.of('sextant_limits_degraded')).toBe(1)
    expect(unavailable.of('sextant_store_unavailable')).toBe(1)
    expect(unavailable.of('sextant_limit_leases_total{result="unavailable"}')).toBeGreaterThan(10)
    expect(unavailable.of('sextant_limit_leases_total{result="store"}')).toBeGreaterThan(0)
    expect(unavailable.of('sextant_limit_lease_seconds_count')).toBeGreaterThan(0)
    await postgres.restart()
    await expect
      .poll(() => Promise.all(programs.map(({ url }) => isDegraded(url, token))), { timeout: 15_000 })
      .toEqual([false, false, false])
    const after = await offer(programs, { token, everyMs: 20, durationMs: 1_000 })

    const ok = (answers: typeof during) => answers.filter(({ status }) => status === 200).length
    expect(new Set(during.map(({ status }) => status))).toEqual(new Set([200, 429]))
    // What was leased before is used up first.
    expect(new Set(rejected.slice(-3).map(({ status }) => status))).toEqual(new Set([503]))
    expect(ok(rejected)).toBeLessThanOrEqual(2)
    // Each of the four has 15, in which its request before counts.
    expect(3 + ok(during)).toBe(3 * 15)
    // The database lost its minute in the crash, and hears only of what was used without a lease: each had one more.
    expect(ok(during) + ok(after)).toBeLessThanOrEqual(60 + 3)
  }, 60_000)

  test('get the places of a killed gateway within 15 s', async () => {
    const { programs, upstream } = gateways
    const [killed, ...others] = programs
    const token = await gateways.makeKey({ parallel: 3 })
    upstream.on('stuck', { kind: 'answer', text: 'late', firstDelayMs: 120_000 })
    const watched = watchOpen(upstream)
    if (killed === undefined) throw new Error('There is no gateway.')
    const running = Array.from({ length: 3 }, () => chat(killed, token, 'up/stuck'))
    await expect.poll(() => watched.open(), { timeout: 10_000 }).toBe(3)

    killed.gateway.kill('SIGKILL')
    await once(killed.gateway, 'exit')
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([0, 0, 0])
    const early = await Promise.all(others.map(program => chat(program, token)))

    expect(early.map(({ status }) => status)).toEqual([429, 429])
    const statuses = () => Promise.all(others.map(async program => (await chat(program, token)).status))
    await expect.poll(statuses, { timeout: 17_000, interval: 500 }).toEqual([200, 200])
    expect(watched.stop()).toBe(3)
  }, 60_000)
})

function answersAdmitted(answers: readonly Answered[]): Admitted[] {
  return answers.filter(({ status }) => status === 200).map(({ at, endedAt }) => ({ at, endedAt, amount: 1 }))
}

async function isDegraded(url: string, token: string): Promise<boolean> {
  const metrics = await readMetrics({ url, token })
  return metrics.of('sextant_limits_degraded') === 1 || metrics.of('sextant_store_unavailable') === 1
}
