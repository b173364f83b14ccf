import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bm25 } from './ranked-column.ts'

test('three documents score as calculated manually', () => {
  // Lengths 3, 2, 1: mean 2. “red” is in two of three: idf = ln(1 + 1.5 / 2.5) = 0.4700036.
  // Document 1: 2 × 2.2 / (2 + 1.2 × (0.25 + 0.75 × 1.5)) × idf; document 2: 2.2 / (1 + 1.2) × idf.
  const scores = bm25('Red', ['red red fox', 'red dog', 'cat'])
  expect(scores[0]).toBeCloseTo((0.4700036292457356 * 4.4) / 3.65, 12)
  expect(scores[1]).toBeCloseTo(0.4700036292457356, 12)
  expect(scores[2]).toBe(0)
})

test('a rare query term counts more than a common one', () => {
  const [rare = 0, common = 0] = bm25('refund deadline', ['the deadline', 'the refund', 'a refund', 'refund'])
  expect(rare).toBeGreaterThan(common)
})

test('without shared terms the score is 0', () => {
  expect(bm25('', ['a', 'b'])).toEqual([0, 0])
  expect(bm25('a', ['', ''])).toEqual([0, 0])
  expect(bm25('a', [])).toEqual([])
})

test('scores are never negative and do not depend on the order of the documents', () => {
  const word = fc.constantFrom('red', 'fox', 'dog', 'runs', 'the')
  const text = fc.array(word, { maxLength: 8 }).map(words => words.join(' '))
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 8 }), (query, documents) => {
      const scores = bm25(query, documents)
      expect(scores.every(score => score >= 0 && Number.isFinite(score))).toBe(true)
      const reversed = bm25(query, documents.toReversed()).toReversed()
      reversed.forEach((score, index) => expect(score).toBeCloseTo(scores[index] ?? NaN, 9))
    }),
  )
})
