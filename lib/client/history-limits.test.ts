import { expect, test } from 'vitest'
import type { HistorySummary } from './history-entry.ts'
import { overflow } from './history-limits.ts'

const limits = { entriesMax: 3, bytesMax: 100 }

test('nothing leaves within the limits', () => {
  expect(overflow([of('a', 1), of('b', 2), of('c', 3, { sizeBytes: 80 })], limits)).toEqual([])
})

test('the oldest leave until number and bytes fit', () => {
  const all = [of('new', 9), of('old', 1), of('mid', 5), of('older', 2)]

  expect(overflow(all, limits)).toEqual(['old'])
  expect(overflow([...all, of('large', 10, { sizeBytes: 85 })], limits)).toEqual(['old', 'older', 'mid'])
})

test('pinned entries stay, even where they alone are too many', () => {
  const pinned = [1, 2, 3, 4].map(at => of(`p${at}`, at, { pinned: true }))

  expect(overflow([...pinned, of('free', 9)], limits)).toEqual(['free'])
})

function of(id: string, createdAt: number, changes: Partial<HistorySummary> = {}): HistorySummary {
  return {
    id,
    contract: 'chat',
    name: null,
    pinned: false,
    createdAt,
    updatedAt: createdAt,
    title: id,
    state: 'done',
    sizeBytes: 10,
    haystack: '',
    writer: 'a.b',
    ...changes,
  }
}
