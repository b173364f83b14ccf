import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryUses } from './__fixtures__/memory-uses.ts'
import { VirtualTime } from './__fixtures__/virtual-time.ts'
import { LimitBook } from './limit-book.ts'

afterEach(() => void vi.unstubAllGlobals())

const delayMs = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 900 }))

/** Calls at a steady rate, to all gateways in turn. */
const phase = fc.record({
  everyMs: fc.oneof(fc.integer({ min: 20, max: 100 }), fc.integer({ min: 100, max: 3_000 })),
  burst: fc.constantFrom(1, 1, 1, 8),
  durationMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 40_000 })),
})

interface Run {
  readonly limit: number
  readonly amount: number
  readonly gateways: number
  readonly clockOffsets: readonly number[]
  /** Of the requests and answers of the store, one after the other. */
  readonly delays: readonly (readonly [number, number])[]
  readonly phases: readonly { everyMs: number; burst: number; durationMs: number }[]
  /** The phase after which a gateway is killed. */
  readonly killedAfter: number | null
}

const runs: fc.Arbitrary<Run> = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 30, max: 600 })),
  amount: fc.constantFrom(1, 1, 3),
  gateways: fc.integer({ min: 1, max: 4 }),
  clockOffsets: fc.array(fc.integer({ min: 0, max: 7_200_000 }), { minLength: 4, maxLength: 4 }),
  delays: fc.array(fc.tuple(delayMs, delayMs), { minLength: 1, maxLength: 40 }),
  phases: fc.array(phase, { minLength: 2, maxLength: 10 }),
  killedAfter: fc.option(fc.nat({ max: 6 })),
})

test(
  'in no 60 s are more than the limit admitted, whatever the arrivals, latencies and clocks of the gateways',
  () =>
    fc.assert(
      fc.asyncProperty(runs, async run => {
        const admitted = await admittedTimes(run)

        expect(mostInAMinute(admitted) * run.amount).toBeLessThanOrEqual(run.limit)
      }),
      { numRuns: 200 },
    ),
  60_000,
)

test('three gateways that are asked for more use almost all of the limit', async () => {
  const run = { ...steady, limit: 600, phases: [{ everyMs: 12, burst: 1, durationMs: 180_000 }] }

  const admitted = await admittedTimes(run)

  expect(mostInAMinute(admitted)).toBe(600)
  expect(admitted.length).toBeGreaterThanOrEqual(3 * 594)
})

test('all of the limit is used although the store is slow', async () => {
  const phases = [{ everyMs: 10, burst: 1, durationMs: 12_000 }]

  const admitted = await admittedTimes({ ...steady, limit: 100, delays: [[150, 150]], phases })

  expect(admitted).toHaveLength(100)
})

test('a burst before the end of a minute and one after it get one limit together', async () => {
  const bursts = [58_900, 0, 2_000, 0].map((durationMs, index) =>
    index % 2 === 0
      ? { everyMs: durationMs, burst: 0, durationMs }
      : { everyMs: 1, burst: 600, durationMs: 1 },
  )

  const admitted = await admittedTimes({ ...steady, limit: 600, phases: bursts })

  expect(admitted).toHaveLength(600)
})

const steady: Run = {
  limit: 600,
  amount: 1,
  gateways: 3,
  clockOffsets: [0, 3_600_000, 7],
  delays: [[1, 2]],
  phases: [],
  killedAfter: null,
}

/** When calls were admitted, in order. */
async function admittedTimes(run: Run): Promise<number[]> {
  const time = new VirtualTime()
  let exchanges = 0
  const uses = createMemoryUses({
    now: () => 1_790_000_000_000 + time.now(),
    delays: () => run.delays[exchanges++ % run.delays.length] ?? [0, 0],
  })
  const books = Array.from(
    { length: run.gateways },
    (_, index) =>
      new LimitBook({
        uses,
        instanceId: `gw_${index}`,
        onDatabaseFailure: 'reject',
        instances: () => run.gateways,
        now: () => time.now() + (run.clockOffsets[index] ?? 0),
      }),
  )
  const claim = { subject: 'key:a', unit: 'tokens', limit: run.limit, amount: run.amount } as const
  const admitted: number[] = []
  const asked: Promise<void>[] = []
  let calls = 0
  for (const [index, { everyMs, burst, durationMs }] of run.phases.entries()) {
    for (let atMs = 0; atMs < durationMs; atMs += everyMs) {
      await time.advance(everyMs)
      for (let call = 0; call < burst; call++) {
        const outcome = books[calls++ % books.length]?.take([claim])
        asked.push(
          Promise.resolve(outcome).then(settled => {
            if (settled?.kind === 'granted') admitted.push(time.now())
          }),
        )
      }
    }
    // A killed gateway returns nothing.
    if (index === run.killedAfter && books.length > 1) books.pop()
  }
  await time.advance(5_000)
  await Promise.all(asked)
  return admitted
}

function mostInAMinute(times: readonly number[]): number {
  let most = 0
  let first = 0
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - 60_000) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}
