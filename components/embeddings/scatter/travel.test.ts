import { expect, test } from 'vitest'
import { startTravel } from './travel.ts'

test('points start where they were, end where they belong, and are on the way between', () => {
  const travel = startTravel(Float32Array.of(0, 1), Float32Array.of(1, -1), 1000, 200)

  expect([...travel.at(1000)]).toEqual([0, 1])
  const [x = 0, y = 0] = travel.at(1100)
  expect(x > 0 && x < 1 && y < 1 && y > -1).toBe(true)
  expect(travel.done(1199)).toBe(false)
  expect([...travel.at(1300)]).toEqual([1, -1])
  expect(travel.done(1200)).toBe(true)
})
