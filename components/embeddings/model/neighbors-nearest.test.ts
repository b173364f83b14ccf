import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drain } from './__fixtures__/drain.ts'
import { randomRows, usable } from './__fixtures__/vector-sets.ts'
import { findNearest } from './neighbors.ts'

describe('the nearest rows of many queries', () => {
  test('match a brute-force comparison, for any number of rows, queries and dimensions', () => {
    const counts = fc.record({
      rows: fc.integer({ min: 1, max: 40 }),
      queries: fc.integer({ min: 1, max: 11 }),
      dimensions: fc.integer({ min: 1, max: 9 }),
      k: fc.integer({ min: 1, max: 7 }),
      seed: fc.integer(),
    })

    fc.assert(
      fc.property(counts, ({ rows, queries, dimensions, k, seed }) => {
        const base = usable(randomRows(rows, dimensions, seed)).unit
        const asked = usable(randomRows(queries, dimensions, seed + 1)).unit
        const { distances } = drain(findNearest({ base, queries: asked, k, own: null }))

        for (let query = 0; query < queries; query += 1) {
          const found = distances.subarray(query * k, (query + 1) * k)
          const expected = Array.from({ length: rows }, (_, row) =>
            distance(base.values, row, asked.values, query, dimensions),
          )
            .toSorted((one, other) => one - other)
            .slice(0, k)
          expected.forEach((value, at) => expect(found[at]).toBeCloseTo(value, 5))
          expect(found.subarray(rows)).toEqual(new Float32Array(Math.max(0, k - rows)).fill(Infinity))
        }
      }),
      { numRuns: 60 },
    )
  })

  test("exclude the query's own row, even if another is equal", () => {
    const { unit } = usable([
      [1, 0],
      [1, 0],
      [0, 1],
    ])
    const { indices } = drain(findNearest({ base: unit, queries: unit, k: 2, own: [0, 1, 2] }))

    expect([...indices]).toEqual([1, 2, 0, 2, 0, 1])
  })

  test('are marked as missing when there are not enough', () => {
    const { unit } = usable([
      [1, 0],
      [0, 1],
    ])
    const { indices, distances } = drain(findNearest({ base: unit, queries: unit, k: 2, own: [0, 1] }))

    expect([...indices]).toEqual([1, -1, 0, -1])
    expect([...distances]).toEqual([1, Infinity, 1, Infinity])
  })
})

function distance(base: Float32Array, row: number, asked: Float32Array, query: number, dimensions: number) {
  let product = 0
  for (let at = 0; at < dimensions; at += 1) {
    product += (base[row * dimensions + at] ?? 0) * (asked[query * dimensions + at] ?? 0)
  }
  return Math.max(0, 1 - product)
}
