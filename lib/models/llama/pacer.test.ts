import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { createPacer, createThreadGovernor } from './pacer.ts'

describe('pacer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('answers and prompts learn separately, and the engine is configured before each step', async () => {
    const told: number[] = []
    const pacer = createPacer({
      threads: 2,
      setThreads: threads => told.push(threads),
      semaphore: createComputeSemaphore(),
    })
    const take = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return ms
    }
    // Alone: 37 ms per token. Then another program starts: two threads take 1500 ms, one takes 100.
    for (let token = 0; token < 20; token += 1) await pacer.token(async () => await take(37))
    for (let token = 0; token < 20; token += 1)
      await pacer.token(async () => await take(told.at(-1) === 1 ? 100 : 1500))
    expect(told.slice(-8)).toEqual(Array.from({ length: 8 }, () => 1))

    expect(await pacer.prompt(64, async () => await take(500))).toBe(500)
    expect(told.at(-1)).toBe(2)
  })

  test('waiting for the semaphore does not count as slowness', async () => {
    const told: number[] = []
    const semaphore = createComputeSemaphore()
    const pacer = createPacer({ threads: 2, setThreads: threads => told.push(threads), semaphore })
    const takeToken = async () => await pacer.token(async () => await vi.advanceTimersByTimeAsync(37))
    await takeToken()
    const batch = semaphore.batch(async () => await vi.advanceTimersByTimeAsync(500))
    await takeToken()
    await batch
    await takeToken()

    expect(told).toEqual([2, 2, 2])
  })
})

/** Milliseconds per token, by number of threads. */
type Machine = Readonly<Record<number, number>>

const quiet: Machine = { 1: 75, 2: 37 }
const busy: Machine = { 1: 100, 2: 1500 }

test('on a quiet machine all threads are used, and trials cost next to nothing', () => {
  const { shareOf, run } = simulate(2)
  run(quiet, 60_000)

  expect(shareOf(2)).toBeGreaterThan(0.97)
})

test('next to a busy program, half the threads are used within a few tokens', () => {
  const { tokensPerSecond, run } = simulate(2)
  run(quiet, 10_000)
  const rate = tokensPerSecond(() => run(busy, 60_000))

  // One thread alone would give 10, all threads 0.7.
  expect(rate).toBeGreaterThan(7)
})

test('a machine that is busy from the first token is detected too', () => {
  const { tokensPerSecond, run } = simulate(2)

  expect(tokensPerSecond(() => run(busy, 60_000))).toBeGreaterThan(6)
})

test('all threads are used again when the machine is quiet', () => {
  const { tokensPerSecond, run } = simulate(2)
  run(busy, 60_000)
  run(quiet, 25_000)

  expect(tokensPerSecond(() => run(quiet, 20_000))).toBeGreaterThan(25)
})

test('a single thread is never changed', () => {
  const { shareOf, run } = simulate(1)
  run({ 1: 75 }, 20_000)

  expect(shareOf(1)).toBe(1)
})

function simulate(full: number) {
  let nowMs = 0
  let tokens = 0
  const used = new Map<number, number>()
  const governor = createThreadGovernor(full, () => nowMs)
  return {
    run: (machine: Machine, forMs: number) => {
      const endMs = nowMs + forMs
      while (nowMs < endMs) {
        const { threads } = governor
        const tokenMs = machine[threads] ?? 0
        nowMs += tokenMs
        tokens += 1
        used.set(threads, (used.get(threads) ?? 0) + 1)
        governor.observe(tokenMs)
      }
    },
    shareOf: (threads: number) => (used.get(threads) ?? 0) / tokens,
    tokensPerSecond: (phase: () => void) => {
      const [startMs, startTokens] = [nowMs, tokens]
      phase()
      return ((tokens - startTokens) * 1000) / (nowMs - startMs)
    },
  }
}
