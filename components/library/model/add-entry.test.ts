import { expect, test } from 'vitest'
import { readReceipt } from './add-entry.ts'

const withReceipt = (receipt: string) => new Headers({ 'sextant-library': receipt })

test('a page that was kept has an item', () => {
  expect(readReceipt(withReceipt('lib_1'))).toBe('lib_1')
})

test.each([
  ['skipped; reason=quota', 'full'],
  ['skipped; reason=too_short', 'under 200'],
  ['skipped; reason=status', 'error of its own'],
  ['skipped; reason=new_reason', 'new_reason'],
])('%j is told in words', (receipt, words) => {
  expect(() => readReceipt(withReceipt(receipt))).toThrow(words)
})

test('a server that says nothing has not kept it', () => {
  expect(() => readReceipt(new Headers())).toThrow('does not say')
})
