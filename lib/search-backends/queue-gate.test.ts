import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueueGate } from './queue-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new AbortController().signal

/** Lets promises settle without advancing time. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}

test('concurrency stays within the limit, in order of arrival', async () => {
  const gate = new QueueGate({ concurrency: 2, intervalMs: 0 })
  const entered: number[] = []

  for (const number of [1, 2, 3, 4]) void gate.enter(never).then(() => entered.push(number))
  await settle()
  expect(entered).toEqual([1, 2])
  gate.leave()
  await settle()

  expect(entered).toEqual([1, 2, 3])
})

test('the delay between the starts of two requests is respected', async () => {
  const gate = new QueueGate({ concurrency: 1, intervalMs: 3000 })
  const entered: number[] = []

  for (const number of [1, 2]) {
    void gate.enter(never).then(() => {
      entered.push(number)
      gate.leave()
    })
  }
  await vi.advanceTimersByTimeAsync(2900)
  expect(entered).toEqual([1])
  await vi.advanceTimersByTimeAsync(200)

  expect(entered).toEqual([1, 2])
})

test('an aborted wait takes no slot', async () => {
  const gate = new QueueGate({ concurrency: 1, intervalMs: 0 })
  const leaver = new AbortController()
  const entered: string[] = []

  await gate.enter(never)
  const left = gate.enter(leaver.signal)
  void gate.enter(never).then(() => entered.push('next'))
  leaver.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  gate.leave()
  await settle()

  expect(entered).toEqual(['next'])
})
