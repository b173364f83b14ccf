import { expect, test } from 'vitest'
import { failedRun, rowOf } from './__fixtures__/pages.ts'
import { nextUnread } from './next-unread.ts'

test('moves from one unread page to the next, and wraps around', () => {
  const [read, failed] = [
    rowOf('https://a.example/'),
    rowOf('https://b.example/', failedRun('https://b.example/')),
  ]
  const rows = [read, failed, read, failed, read]

  expect([0, 1, 2, 3, 4].map(index => nextUnread(rows, index))).toEqual([1, 3, 3, 1, 1])
  expect(nextUnread([read, read], 0)).toBe(-1)
})
