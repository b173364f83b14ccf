import { expect, test } from 'vitest'
import { fillRows, widthOf } from './block-list.ts'

test('rows of a table get the same length', () => {
  expect(fillRows([['a'], ['b', 'c']])).toEqual([
    ['a', ''],
    ['b', 'c'],
  ])
})

test('a table may have more rows than a call has arguments', () => {
  expect(widthOf(Array.from({ length: 300_000 }, () => ['x']))).toBe(1)
})

test('rows that would take millions of blank cells are refused', () => {
  const rows = [Array.from({ length: 10_000 }, () => 'x'), ...Array.from({ length: 1000 }, () => ['x'])]
  expect(() => fillRows(rows)).toThrow('cells')
})
