import { expect, test } from 'vitest'
import { toTable } from './to-table.ts'

test('columns are aligned without trailing spaces', () => {
  expect(
    toTable([
      ['id', 'name', ''],
      ['1', 'a longer one', 'x'],
    ]),
  ).toBe('id  name\n1   a longer one  x')
})

test('a name cannot inject terminal control sequences', () => {
  expect(toTable([['\u001B]0;owned\u0007', 'a\r\nb\u009B2J']])).toBe(
    '\uFFFD]0;owned\uFFFD  a\uFFFD\uFFFDb\uFFFD2J',
  )
})
