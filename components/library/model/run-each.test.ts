import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

const calm = () => new AbortController().signal

test('at most four run at once, and all complete', async () => {
  let going = 0
  let most = 0
  const outcome = await runEach(
    Array.from({ length: 10 }, (_, index) => index),
    async () => {
      going += 1
      most = Math.max(most, going)
      await Promise.resolve()
      going -= 1
    },
    { signal: calm() },
  )

  expect(most).toBe(4)
  expect(outcome).toEqual({ done: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], failed: [], left: [] })
})

test('a failure is reported with its reason and does not stop the others', async () => {
  const seen: number[] = []
  const { done, failed } = await runEach(
    ['a', 'b', 'c'],
    item => (item === 'b' ? Promise.reject(new Error('gone')) : Promise.resolve()),
    { signal: calm(), onProgress: ({ done: count }) => seen.push(count) },
  )

  expect(done).toEqual(['a', 'c'])
  expect(failed.map(({ item, error }) => `${item}: ${error.message}`)).toEqual(['b: gone'])
  expect(seen).toEqual([1, 2, 3])
})

test('items that were not started or were aborted by a stop are reported as left', async () => {
  const stop = new AbortController()
  const { done, failed, left } = await runEach(
    ['a', 'b', 'c', 'd', 'e', 'f'],
    async (item, signal) => {
      if (item === 'a') return
      stop.abort()
      await Promise.resolve()
      signal.throwIfAborted()
    },
    { signal: stop.signal },
  )

  expect(done).toEqual(['a'])
  expect(failed).toEqual([])
  expect(left).toEqual(['b', 'c', 'd', 'e', 'f'])
})
