import { expect, test } from 'vitest'
import { colorRows } from './color-rows.ts'
import { sortRows, type SortInput } from './sort-rows.ts'

const rows = ['pear', 'Apple', 'fig'].map((text, index) => ({
  text,
  group: index === 1 ? null : 'sweet',
  line: index + 1,
}))
const column = {
  clusters: { state: 'none' },
  fidelity: { state: 'none' },
  neighbours: [{ index: 2, distance: 0.1 }],
} as const
const input: SortInput = {
  rows,
  column,
  colored: colorRows(rows, column, 'group'),
  found: null,
  hidden: new Set(),
  sort: { by: 'line', down: false },
}

test('the table is in the order of the texts until sorted, ascending or descending', () => {
  expect(sortRows(input)).toEqual([0, 1, 2])
  expect(sortRows({ ...input, sort: { by: 'line', down: true } })).toEqual([2, 1, 0])
  expect(sortRows({ ...input, sort: { by: 'text', down: false } })).toEqual([1, 2, 0])
})

test('rows without the value come last in both directions', () => {
  expect(sortRows({ ...input, sort: { by: 'distance', down: false } })).toEqual([2, 0, 1])
  expect(sortRows({ ...input, sort: { by: 'distance', down: true } })).toEqual([2, 0, 1])
  expect(sortRows({ ...input, sort: { by: 'group', down: true } })).toEqual([0, 2, 1])
})

test('search and legend hide the same rows as on the map', () => {
  expect(sortRows({ ...input, found: [1, 2] })).toEqual([1, 2])
  expect(sortRows({ ...input, hidden: new Set(['sweet']) })).toEqual([1])
})
