import { expect, test } from 'vitest'
import { readNumber } from './number-field.tsx'

test.each([
  ['', null],
  [' 10.5 ', 10.5],
  ['1.', 1],
  ['.5', 0.5],
  ['-3', -3],
  ['1e-7', 1e-7],
  ['1000000', 1_000_000],
  // A number that was calculated and saved.
  ['0.30000000000000004', 0.1 + 0.2],
])('%j is the number %s', (text, number) => {
  expect(readNumber(text)).toEqual({ number })
})

test.each(['10,5', '1,000', '$10', 'ten', 'abc', '1 000', '0x10', 'Infinity', '1e999', '-', '.', '10.5.1'])(
  '%j cannot be read, and is neither dropped nor taken for another number',
  text => {
    expect(readNumber(text)).toEqual({ problem: 'Enter a number such as 10.5, without commas or symbols.' })
  },
)

test.each([
  ['0.1234567891', 9, 'Enter at most 9 decimals.'],
  ['0.0000000001', 9, 'Enter at most 9 decimals.'],
  ['1.5', 0, 'Enter a whole number.'],
  ['1,000', 0, 'Enter a whole number such as 1000, without commas or symbols.'],
  ['12345678901234567', undefined, 'Enter at most 15 digits.'],
])('%s with at most %s decimals is not rounded without a word', (text, decimalsMax, problem) => {
  expect(readNumber(text, decimalsMax)).toEqual({ problem })
})

test.each(['0.123456789', '1000000', '0.000000001', '3'])('%s has nine decimals or fewer', text => {
  expect(readNumber(text, 9)).toEqual({ number: Number(text) })
})
