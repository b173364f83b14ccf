import { expect, test } from 'vitest'
import { drain } from '#lib/client/embeddings/__fixtures__/drain.ts'
import { randomRows, usable } from '#lib/client/embeddings/__fixtures__/vector-sets.ts'
import { measureDimensions } from './measure-dimensions.ts'

const noGroups = (count: number) => Array.from({ length: count }, () => null)

test('recall is 1 at full size, and at every size that holds all there is', () => {
  const rows = randomRows(60, 16, 2).map(row => [...row, ...Array.from({ length: 24 }, () => 0)])
  const { points, k } = drain(measureDimensions(usable(rows), noGroups(60), 1))

  expect(k).toBe(10)
  expect(points.map(({ dimensions }) => dimensions)).toEqual([8, 16, 32, 40])
  expect(points.slice(1).map(({ recall }) => recall)).toEqual([1, 1, 1])
  expect(points[0]?.recall).toBeLessThan(0.9)
})

test('cutting random vectors loses the more, the shorter they get', () => {
  const { points } = drain(measureDimensions(usable(randomRows(200, 64, 2)), noGroups(200), 1))
  const recalls = points.map(({ recall }) => recall)

  expect(recalls).toEqual(recalls.toSorted((one, other) => one - other))
  expect(recalls[0]).toBeLessThan(0.4)
})

test('vectors of few dimensions have one point', () => {
  expect(drain(measureDimensions(usable(randomRows(20, 6, 2)), noGroups(20), 1)).points).toEqual([
    { dimensions: 6, recall: 1 },
  ])
})

test('one text has no curve', () => {
  expect(drain(measureDimensions(usable([[1, 2]]), [null], 1)).points).toEqual([])
})
