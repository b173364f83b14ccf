import { expect, test } from 'vitest'
import { sourceLetter } from './source-host.ts'

test.each([
  ['https://www.example.org/a', 'Title', 'E'],
  ['http://127.0.0.1:8080/a', 'tides', 'T'],
  ['http://[::1]/a', '3 tides', 'T'],
  ['', '…', '?'],
])('the letter of %s cannot be mistaken for a number', (url, title, letter) => {
  expect(sourceLetter(url, title)).toBe(letter)
})
