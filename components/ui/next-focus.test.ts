import { expect, test } from 'vitest'
import { nextFocus } from './next-focus.ts'

test('keys move through a list and stop at its ends', () => {
  expect(nextFocus('ArrowDown', 0, 100)).toBe(1)
  expect(nextFocus('ArrowUp', 0, 100)).toBe(0)
  expect(nextFocus('PageDown', 95, 100)).toBe(99)
  expect(nextFocus('End', 0, 100)).toBe(99)
  expect(nextFocus('x', 0, 100)).toBeNull()
  expect(nextFocus('End', 0, 0)).toBeNull()
})
