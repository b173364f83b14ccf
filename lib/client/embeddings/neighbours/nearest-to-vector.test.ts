import { describe, expect, test } from 'vitest'
import { usable } from '#lib/client/embeddings/__fixtures__/vector-sets.ts'
import { nearestToVector } from './nearest-to-vector.ts'

const vectors = usable([
  [3, 0],
  [0, 1],
  [1, 1],
  [-2, 0],
])

describe('nearest to a vector', () => {
  test('by cosine its length does not matter, by Euclidean distance it does', () => {
    const query = Float32Array.of(1, 0)

    const cosine = nearestToVector(vectors.unit, query, { k: 4, metric: 'cosine', except: -1 })
    const euclidean = nearestToVector(vectors.raw, query, { k: 4, metric: 'euclidean', except: -1 })

    expect(cosine.map(({ index }) => index)).toEqual([0, 2, 1, 3])
    expect(cosine.map(({ distance }) => distance)).toEqual([0, expect.closeTo(1 - Math.SQRT1_2, 5), 1, 2])
    expect(euclidean).toEqual([
      { index: 2, distance: 1 },
      { index: 1, distance: expect.closeTo(Math.SQRT2, 5) },
      { index: 0, distance: 2 },
      { index: 3, distance: 3 },
    ])
  })

  test('the position that is asked about is left out', () => {
    const found = nearestToVector(vectors.unit, Float32Array.of(3, 0), { k: 1, metric: 'cosine', except: 0 })

    expect(found.map(({ index }) => index)).toEqual([2])
  })

  test('equal distances stay in order', () => {
    const { unit } = usable([
      [0, 1],
      [0, -1],
      [0, 1],
    ])

    const found = nearestToVector(unit, Float32Array.of(1, 0), { k: 2, metric: 'cosine', except: -1 })

    expect(found.map(({ index }) => index)).toEqual([0, 1])
  })

  test('a vector of another model, or of nothing, is refused in words', () => {
    const ask = (...vector: number[]) =>
      nearestToVector(vectors.unit, Float32Array.from(vector), { k: 1, metric: 'cosine', except: -1 })

    expect(() => ask(1, 2, 3)).toThrow('The vector has 3 dimensions, the others 2: use the same model.')
    expect(() => ask(0, 0)).toThrow('nothing can be near to it')
    expect(() => ask(NaN, 1)).toThrow('nothing can be near to it')
  })
})
