import { expect, test } from 'vitest'
import { pageScale } from './page-scale.ts'

test('a page is as wide as its container', () => {
  expect(pageScale({ width: 700, height: 990 }, 1400)).toBe(2)
})

test('a strip of paper is limited to the maximum canvas height', () => {
  const strip = { width: 2, height: 14_400 }

  expect(strip.height * pageScale(strip, 1400)).toBeLessThanOrEqual(8192)
})
