import { expect, test } from 'vitest'
import { toIsoDate } from './source-date.ts'

test.each([
  ['2023-05-01T08:00:00Z', '2023-05-01'],
  ['2018', '2018'],
  ['3 March 2021', '2021-03-03'],
  ['March 3, 2021', '2021-03-03'],
  ['Oct 2020', '2020-10'],
  ['3 days ago', null],
  ['', null],
])('%j is the date %j', (text, date) => {
  expect(toIsoDate(text)).toBe(date)
})
