import { expect, test } from 'vitest'
import { takeMeasuredSample } from './neighbors.ts'

const noGroups = (count: number) => Array.from({ length: count }, () => null)

test('every row is measured while that takes a few seconds', () => {
  const { positions, sample } = takeMeasuredSample(noGroups(2_000), 384, 7)

  expect(positions).toHaveLength(2_000)
  expect(sample).toBeNull()
})

test('larger sets are sampled, the smaller the more rows and dimensions, and report it', () => {
  expect(takeMeasuredSample(noGroups(10_000), 384, 7).sample).toEqual({ size: 781, of: 10_000, seed: 7 })
  expect(takeMeasuredSample(noGroups(10_000), 768, 7).sample).toEqual({ size: 390, of: 10_000, seed: 7 })
})

test('the sample has at least a hundred rows', () => {
  expect(takeMeasuredSample(noGroups(100_000), 3_072, 7).positions).toHaveLength(100)
})
