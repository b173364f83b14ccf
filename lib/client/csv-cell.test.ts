import { expect, test } from 'vitest'
import { toCsvLine } from './csv-cell.ts'

test.each([
  ['plain', 'plain'],
  ['a "b", c', '"a ""b"", c"'],
  [' spaced ', '" spaced "'],
  ['two\nlines', '"two\nlines"'],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+1', "'+1"],
  ['-2+3', "'-2+3"],
  ['-0.000000005', '-0.000000005'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['1＝1', '1＝1'],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
])('%j is written %s', (text, cell) => {
  expect(toCsvLine([text])).toBe(`${cell}\r\n`)
})

test('numbers are written as they are, and null as an empty cell', () => {
  expect(toCsvLine([-1.5, null, 0, ''])).toBe('-1.5,,0,\r\n')
})
