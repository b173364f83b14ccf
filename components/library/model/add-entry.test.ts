import { expect, test } from 'vitest'
import { readReceipt } from './add-entry.ts'

const withReceipt = (receipt: string) => new Headers({ 'sextant-library': receipt })

test('a saved page has an item', () => {
  expect(readReceipt(withReceipt('lib_1'))).toBe('lib_1')
})

test.each([
  ['skipped; reason=quota', 'full'],
  ['skipped; reason=too_short', 'under 200'],
  ['skipped; reason=status', 'HTTP error'],
  ['skipped; reason=new_reason', 'new_reason'],
])('%j has a readable reason', (receipt, words) => {
  expect(() => readReceipt(withReceipt(receipt))).toThrow(words)
})

test('a response without a receipt means the page was not saved', () => {
  expect(() => readReceipt(new Headers())).toThrow('did not confirm')
})
