import { expect, test } from 'vitest'
import { toLanguage } from './to-language.ts'

test.each([
  ['eng', 'en'],
  ['deu+fra', 'de'],
  ['en', 'en'],
  ['chi_sim', 'zh'],
  ['', null],
  [null, null],
  ['x', null],
])('%s is asked for as %s', (given, asked) => {
  expect(toLanguage(given)).toBe(asked)
})
