import { expect, test } from 'vitest'
import { pageScale } from './page-scale.ts'

test('a page becomes as wide as its place', () => {
  expect(pageScale({ width: 700, height: 990 }, 1400)).toBe(2)
})

test('a strip of paper is drawn no higher than a browser can', () => {
  const strip = { width: 2, height: 14_400 }

  expect(strip.height * pageScale(strip, 1400)).toBeLessThanOrEqual(8192)
})
