import { expect, test } from 'vitest'
import { guessColumns } from './guess-columns.ts'
import type { TextTable } from './text-table.ts'

const table = (columns: Readonly<Record<string, readonly string[]>>): TextTable => ({
  format: 'csv',
  columns: Object.keys(columns),
  cells: Object.values(columns),
  lines: Int32Array.from(Object.values(columns)[0] ?? [], (_, row) => row + 2),
})

test('known names win, whatever stands in the columns', () => {
  const guess = guessColumns(
    table({ Notes: ['a very long note', 'another long note'], Text: ['a', 'b'], Label: ['x', 'y'] }),
  )

  expect(guess).toEqual({ text: 1, group: 2 })
})

test('without known names the wordiest column is the text, the one that repeats the colour', () => {
  const guess = guessColumns(
    table({
      id: ['1', '2', '3', '4'],
      kind: ['a', 'b', 'a', 'b'],
      words: ['The cat sat.', 'A dog ran.', 'Birds flew away.', 'Fish swam.'],
    }),
  )

  expect(guess).toEqual({ text: 2, group: 1 })
})

test('a column whose values are all different gives no colour', () => {
  expect(guessColumns(table({ words: ['some words', 'more words'], id: ['1', '2'] }))).toEqual({
    text: 0,
    group: null,
  })
})
