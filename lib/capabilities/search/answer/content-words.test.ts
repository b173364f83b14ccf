import { expect, test } from 'vitest'
import { contentWords } from './content-words.ts'

test.each([
  ['What does this page say of berths?', ['page', 'berth']],
  ['Where was it said, and how does one get there?', []],
  ['Has the C compiler 2 passes?', ['compiler', '2', 'passe']],
])('%s', (text, words) => {
  expect(contentWords(text)).toEqual(words)
})
