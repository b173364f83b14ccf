import { expect, test } from 'vitest'
import { drain } from '#lib/client/embeddings/__fixtures__/drain.ts'
import { findNearestPlaces } from './find-nearest-places.ts'

const places = Float32Array.of(0, 0, 1, 0, 3, 0, 0, 0, NaN, NaN)

test('the nearest places of each query, without itself; equally near ones in order', () => {
  expect([...drain(findNearestPlaces(places, Int32Array.of(0, 2), 2))]).toEqual([3, 1, 1, 0])
})

test('a point without a place is nobody’s neighbour', () => {
  expect([...drain(findNearestPlaces(places, Int32Array.of(0), 4))]).toEqual([3, 1, 2, -1])
})
