import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hybridScore } from './hybrid-score.ts'

const floor = 0.53
const cosines = fc.double({ min: -1, max: 1, noNaN: true })
const parts = fc.double({ min: 0, max: 1, noNaN: true })

test('a score lies between 0 and 1 and grows with meaning and with words', () => {
  fc.assert(
    fc.property(cosines, cosines, parts, parts, (a, b, words, more) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const score = hybridScore(low, Math.min(words, more), floor)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(hybridScore(high, Math.max(words, more), floor)).toBeGreaterThanOrEqual(score)
      expect(hybridScore(high, Math.max(words, more), floor)).toBeLessThanOrEqual(1)
    }),
  )
})

test('what unrelated texts reach is far below one half, even with half of the words', () => {
  expect(hybridScore(floor, 0, floor)).toBeLessThan(0.1)
  expect(hybridScore(floor, 0.5, floor)).toBeLessThan(0.3)
})

test('the same text is as good as certain', () => {
  expect(hybridScore(1, 1, floor)).toBeGreaterThan(0.99)
})
