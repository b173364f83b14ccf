import { expect, test } from 'vitest'
import { vectorSet } from '#components/embeddings/model/__fixtures__/vector-sets.ts'
import { toUsableVectors } from './usable-vectors.ts'

test('missing, non-finite and zero rows are excluded, and mapped in both directions', () => {
  const { rows, positions, raw, unit } = toUsableVectors(vectorSet([null, [3, 4], [NaN, 1], [0, 0], [0, 2]]))

  expect([...rows]).toEqual([1, 4])
  expect([...positions]).toEqual([-1, 0, -1, -1, 1])
  expect(raw).toEqual({ values: Float32Array.of(3, 4, 0, 2), count: 2, dimensions: 2 })
  expect(unit.values).toEqual(Float32Array.of(0.6, 0.8, 0, 1))
})

test('vectors of length 1 are not copied', () => {
  const set = vectorSet([
    [1, 0],
    [0.6, 0.8],
  ])
  const { raw, unit } = toUsableVectors(set)

  expect(raw.values).toBe(set.values)
  expect(unit).toBe(raw)
})
