import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

const calm = () => new AbortController().signal

test('at most four are under way at once, and all are done', async () => {
  let going = 0
  let most = 0
  const outcome = await runEach(
    Array.from({ length: 10 }, (_, place) => place),
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

test('one that fails is named with its reason and stops no other', async () => {
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

test('what was not begun when it is stopped is left, and so is what was cut short', async () => {
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
