import { expect, test } from 'vitest'
import { nextArea } from './next-area.ts'

/*  0 0 1
    0 0 2
    3 3 3  */
const areas = [
  { x: 0, y: 0, width: 20, height: 20 },
  { x: 20, y: 0, width: 10, height: 10 },
  { x: 20, y: 10, width: 10, height: 10 },
  { x: 0, y: 20, width: 30, height: 10 },
]

test.each([
  [0, 'ArrowRight', 1],
  [0, 'ArrowDown', 3],
  [1, 'ArrowDown', 2],
  [2, 'ArrowDown', 3],
  [2, 'ArrowLeft', 0],
  [3, 'ArrowUp', 0],
  [1, 'ArrowUp', 1],
  [3, 'ArrowDown', 3],
  [2, 'Home', 0],
  [0, 'End', 3],
])('from area %i, %s leads to %i', (at, key, next) => {
  expect(nextArea(areas, at, key)).toBe(next)
})

test('other keys return null', () => {
  expect(nextArea(areas, 0, 'a')).toBeNull()
  expect(nextArea([], 0, 'ArrowDown')).toBeNull()
})
