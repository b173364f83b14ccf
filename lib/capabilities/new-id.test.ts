import { expect, test } from 'vitest'
import { newId, newOrderedId } from './new-id.ts'

test('an id is its prefix and that many base62 digits, and no two are equal', () => {
  const ids = Array.from({ length: 2000 }, () => newId('req_', 24))

  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{24}$/)
  expect(new Set(ids.join('').replaceAll('req_', '')).size).toBe(62)
})

test('ordered ids sort by the millisecond they were made in, and differ within one', () => {
  const times = [0, 61, 62, 1_763_700_000_000, 1_763_700_000_001, 4_000_000_000_000]
  const ids = times.map(time => newOrderedId('req_', 24, time))
  const same = Array.from({ length: 2000 }, () => newOrderedId('req_', 24, 1_763_700_000_000))

  for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{24}$/)
  // By bytes, as an index compares them.
  expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids)
  expect(new Set(same).size).toBe(same.length)
})
