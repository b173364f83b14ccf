import { expect, test } from 'vitest'
import { toRows } from './to-rows.ts'

const table = {
  format: 'csv',
  columns: ['text', 'label'],
  cells: [
    ['one', ' ', 'three'],
    ['x', 'y', ''],
  ],
  lines: Int32Array.of(2, 3, 5),
} as const

test('rows have text, color and line; empty texts are skipped and counted, an empty color is none', () => {
  expect(toRows(table, { text: 0, group: 1 })).toEqual({
    rows: [
      { text: 'one', group: 'x', line: 2 },
      { text: 'three', group: null, line: 5 },
    ],
    emptyCount: 1,
  })
})

test('without a color column no row has one', () => {
  expect(toRows(table, { text: 1, group: null }).rows).toEqual([
    { text: 'x', group: null, line: 2 },
    { text: 'y', group: null, line: 3 },
  ])
})
