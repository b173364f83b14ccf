import { expect, test } from 'vitest'
import { createThreadGovernor } from './thread-governor.ts'

/** Milliseconds a token takes, by the number of threads. */
type Machine = Readonly<Record<number, number>>

const quiet: Machine = { 1: 75, 2: 37 }
const busy: Machine = { 1: 100, 2: 1500 }

test('on a quiet machine all threads are used, and looking costs next to nothing', () => {
  const { shareOf, run } = simulate(2)
  run(quiet, 60_000)

  expect(shareOf(2)).toBeGreaterThan(0.97)
})

test('beside a busy program half the threads take over within a few tokens', () => {
  const { tokensPerSecond, run } = simulate(2)
  run(quiet, 10_000)
  const rate = tokensPerSecond(() => run(busy, 60_000))

  // One thread alone would give 10, all threads 0.7.
  expect(rate).toBeGreaterThan(7)
})

test('a machine that was busy from the first token is found out too', () => {
  const { tokensPerSecond, run } = simulate(2)

  expect(tokensPerSecond(() => run(busy, 60_000))).toBeGreaterThan(6)
})

test('all threads come back when the machine is quiet again', () => {
  const { tokensPerSecond, run } = simulate(2)
  run(busy, 60_000)
  run(quiet, 25_000)

  expect(tokensPerSecond(() => run(quiet, 20_000))).toBeGreaterThan(25)
})

test('a single thread is left alone', () => {
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
