import { expect, test } from 'vitest'
import { wordCoverage } from './word-coverage.ts'

test('a document without any of the words has none, one with all of them the most', () => {
  const [all = 0, half = 0, none] = wordCoverage(
    ['red', 'fox'],
    [
      ['red', 'fox'],
      ['red', 'hen'],
      ['blue', 'hen'],
    ],
  )

  expect(none).toBe(0)
  expect(half).toBeGreaterThan(0)
  expect(all).toBeGreaterThan(half)
  expect(all).toBeLessThanOrEqual(1)
})

test('a rare word counts more than one that most documents have', () => {
  const [common = 0, rare = 0] = wordCoverage(
    ['red', 'fox'],
    [
      ['red', 'hen'],
      ['blue', 'fox'],
      ['red', 'cow'],
      ['red', 'dog'],
    ],
  )

  expect(rare).toBeGreaterThan(common)
})

test('repetition counts less each time, length against a document', () => {
  const [once = 0, often = 0, long = 0] = wordCoverage(
    ['fox'],
    [
      ['fox', 'hen'],
      ['fox', 'fox'],
      ['fox', ...Array.from({ length: 50 }, () => 'hen')],
    ],
  )

  expect(often).toBeGreaterThan(once)
  expect(often).toBeLessThan(2 * once)
  expect(long).toBeLessThan(once)
})

test('an empty query and empty documents are 0, not NaN', () => {
  expect(wordCoverage([], [['fox']])).toEqual([0])
  expect(wordCoverage(['fox'], [[]])).toEqual([0])
})
