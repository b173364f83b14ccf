import { expect, test } from 'vitest'
import { dateOf, toIsoDate } from './source-date.ts'

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

test.each([
  ['The board will open an office in 2025.', '2024-05-04', '2024-05-04'],
  ['In 2018 the dose was 20 mg.', '2023-06-01', '2018'],
  ['In May 2024 it opened.', '2024', '2024-05'],
  ['It is open.', '2024', '2024'],
  ['It opened in 2019.', undefined, '2019'],
])('%j in a source of %s was said in %s', (sentence, published, date) => {
  const source = { title: 'Minutes', url: 'https://a.example/', content: sentence, text: sentence }
  const about = { backend: 'test', rank: 1, readable: false }

  expect(
    dateOf(sentence, sentence, { ...source, ...about, ...(published !== undefined && { published }) }, false),
  ).toBe(date)
})
