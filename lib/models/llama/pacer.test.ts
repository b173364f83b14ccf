import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createComputeTurns } from '#lib/models/host/compute-turns.ts'
import { createPacer } from './pacer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('answers and prompts learn separately, and the engine is told before each step', async () => {
  const told: number[] = []
  const pacer = createPacer({
    threads: 2,
    setThreads: threads => told.push(threads),
    turns: createComputeTurns(),
  })
  const take = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return ms
  }
  // Alone: 37 ms a token. Then another program comes: two threads take 1500 ms, one takes 100.
  for (let token = 0; token < 20; token += 1) await pacer.token(async () => await take(37))
  for (let token = 0; token < 20; token += 1)
    await pacer.token(async () => await take(told.at(-1) === 1 ? 100 : 1500))
  expect(told.slice(-8)).toEqual(Array.from({ length: 8 }, () => 1))

  expect(await pacer.prompt(64, async () => await take(500))).toBe(500)
  expect(told.at(-1)).toBe(2)
})

test('the wait for a turn is not taken for slowness', async () => {
  const told: number[] = []
  const turns = createComputeTurns()
  const pacer = createPacer({ threads: 2, setThreads: threads => told.push(threads), turns })
  const takeToken = async () => await pacer.token(async () => await vi.advanceTimersByTimeAsync(37))
  await takeToken()
  const batch = turns.batch(async () => await vi.advanceTimersByTimeAsync(500))
  await takeToken()
  await batch
  await takeToken()

  expect(told).toEqual([2, 2, 2])
})
