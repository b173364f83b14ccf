import { expect, test } from 'vitest'
import { allSelected } from './all-selected.ts'

test('all are selected when each listed row is, not when only as many others are', () => {
  expect(allSelected([1, 2], new Set([2, 1, 7]))).toBe(true)
  expect(allSelected([1, 2], new Set([7, 8, 9]))).toBe(false)
  expect(allSelected([], new Set())).toBe(false)
})
