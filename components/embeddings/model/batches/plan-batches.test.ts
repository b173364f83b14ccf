import fc from 'fast-check'
import { expect, test } from 'vitest'
import { embeddingInputsMax } from '#lib/contracts/api/embeddings.ts'
import { planBatches, textsPerRequestMax } from './plan-batches.ts'

test('a request has as many texts as the contract allows', () => {
  expect(textsPerRequestMax).toBe(embeddingInputsMax)
})

test('texts are split by number', () => {
  const batches = planBatches(Array.from({ length: 4_097 }, () => 'text'))

  expect(batches.map(({ start, end }) => [start, end])).toEqual([
    [0, 2_048],
    [2_048, 4_096],
    [4_096, 4_097],
  ])
})

test('long texts are split before a request has 300,000 tokens, one token per letter in other scripts', () => {
  const english = planBatches(Array.from({ length: 10 }, () => 'x'.repeat(400_000)))
  const chinese = planBatches(Array.from({ length: 10 }, () => '文'.repeat(100_000)))

  expect(english.map(({ start, end }) => end - start)).toEqual([2, 2, 2, 2, 2])
  expect(chinese.map(({ start, end }) => end - start)).toEqual([2, 2, 2, 2, 2])
})

test('a text that exceeds the limit alone is sent alone, so that the API can report it', () => {
  const batches = planBatches(['a', 'x'.repeat(2_000_000), 'b'])

  expect(batches.map(({ start, end }) => [start, end])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
})

test('no texts need no request', () => {
  expect(planBatches([])).toEqual([])
})

test('every text is in exactly one batch, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 300_000 })), fc.integer({ min: 1, max: 9 }), (lengths, size) => {
      const batches = planBatches(
        lengths.map(length => 'é'.repeat(length)),
        size,
      )
      const covered = batches.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, at) => start + at),
      )

      expect(covered).toEqual(lengths.map((_, index) => index))
      expect(batches.every(({ start, end }) => end - start <= size)).toBe(true)
    }),
    { numRuns: 50 },
  )
})
