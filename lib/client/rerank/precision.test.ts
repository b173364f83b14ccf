import { expect, test } from 'vitest'
import { precisionAt } from './precision.ts'

test('two of the first four are relevant', () => {
  expect(precisionAt([true, false, false, true, true], 5, 4)).toBe(0.5)
})

test('k is at most the number of documents, and what top_n kept back counts as missed', () => {
  expect(precisionAt([true, true], 2, 10)).toBe(1)
  expect(precisionAt([true], 4, 2)).toBe(0.5)
  expect(precisionAt([], 0, 5)).toBeNull()
})
