import { describe, expect, test } from 'vitest'
import { drain } from '#lib/client/embeddings/__fixtures__/drain.ts'
import { topicRows, usable, vectorSet } from '#lib/client/embeddings/__fixtures__/vector-sets.ts'
import { toUsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { layOutByPca } from './lay-out-by-pca.ts'

describe('a layout by PCA', () => {
  test('fills −1…1 without stretching an axis, and is the same each time', () => {
    const vectors = usable(topicRows(3, 30, 20))
    const [first, second] = [drain(layOutByPca(vectors)), drain(layOutByPca(vectors))]

    expect(Math.max(...first.layout.map(Math.abs))).toBeCloseTo(1, 6)
    expect(second).toEqual(first)
    expect(first.explained[0]).toBeGreaterThan(first.explained[1])
  })

  test('does not change when rows change their order', () => {
    const rows = topicRows(3, 10, 12)
    const straight = drain(layOutByPca(usable(rows))).layout
    const reversed = drain(layOutByPca(usable(rows.toReversed()))).layout

    rows.forEach((_, row) => {
      const other = rows.length - 1 - row
      expect(reversed[other * 2]).toBeCloseTo(straight[row * 2] ?? NaN, 3)
      expect(reversed[other * 2 + 1]).toBeCloseTo(straight[row * 2 + 1] ?? NaN, 3)
    })
  })

  test('rows without a usable vector have no place and move no other', () => {
    const rows = topicRows(2, 5, 6)
    const alone = drain(layOutByPca(usable(rows))).layout
    const set = vectorSet([null, ...rows, rows[0]?.map(() => NaN) ?? null, rows[0]?.map(() => 0) ?? null])
    const { layout } = drain(layOutByPca(toUsableVectors(set)))

    expect(layout.subarray(2, 2 + alone.length)).toEqual(alone)
    expect([0, 11, 12].map(row => layout[row * 2])).toEqual([NaN, NaN, NaN])
  })

  test('one point, equal points and one dimension have a place too', () => {
    expect(drain(layOutByPca(usable([[1, 0, 0]]))).layout).toEqual(Float32Array.of(0, 0))
    expect(
      drain(
        layOutByPca(
          usable([
            [1, 1],
            [1, 1],
          ]),
        ),
      ).layout,
    ).toEqual(Float32Array.of(0, 0, 0, 0))
    expect(drain(layOutByPca(usable([[1], [-1]]))).layout.map(Math.abs)).toEqual(Float32Array.of(1, 0, 1, 0))
  })

  test('without a vector it says so', () => {
    expect(() => drain(layOutByPca(usable([null])))).toThrow('There is no vector to lay out.')
  })
})
