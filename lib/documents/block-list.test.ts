import { expect, test } from 'vitest'
import { toTable } from './block-list.ts'

test('rows that are shorter than others end with empty cells', () => {
  const spans = [{ row: 0, column: 0, rows: 1, columns: 2 }]

  expect(toTable([['a'], ['b', 'c']], spans)).toEqual({
    type: 'table',
    text: 'a\nb\tc',
    rows: [
      ['a', ''],
      ['b', 'c'],
    ],
    spans,
  })
})

test('a table has any number of rows', () => {
  const rows = Array.from({ length: 200_000 }, () => ['a'])

  expect(toTable(rows).rows).toHaveLength(rows.length)
})

test('a table that is too large to fill up is refused', () => {
  const rows = [Array.from({ length: 1000 }, () => 'a'), ...Array.from({ length: 50_000 }, () => ['b'])]

  expect(() => toTable(rows)).toThrow('too many cells')
})
