import { expect, test } from 'vitest'
import { rowsFromText } from './rows-from-text.ts'

test('each line is a text with its number; whitespace-only lines are skipped and counted', () => {
  expect(rowsFromText('one\r\n\n  two \n \nthree')).toEqual({
    rows: [
      { text: 'one', group: null, line: 1 },
      { text: '  two ', group: null, line: 3 },
      { text: 'three', group: null, line: 5 },
    ],
    emptyCount: 2,
  })
})

test('empty input gives no rows', () => {
  expect(rowsFromText('')).toEqual({ rows: [], emptyCount: 0 })
})
