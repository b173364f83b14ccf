import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPointIndex, isInPolygon } from './point-index.ts'

const layout = Float32Array.of(0, 0, 0.5, 0.5, NaN, NaN, -0.5, 0.5, 1, 1)

describe('an index of points', () => {
  test('finds the nearest point within the radius, by its row', () => {
    const index = createPointIndex(layout)

    expect(index.nearest(0.45, 0.4, 0.2)).toBe(1)
    expect(index.nearest(0.45, 0.4, 0.1)).toBeNull()
    expect(index.nearest(-0.4, 0.5, 1)).toBe(3)
  })

  test('of coincident points the first is found', () => {
    expect(createPointIndex(Float32Array.of(1, 1, 1, 1)).nearest(1, 1, 0.1)).toBe(0)
  })

  test('finds rows in a rectangle between any two corners', () => {
    const index = createPointIndex(layout)

    expect(index.inRectangle(1, 1, 0, 0)).toEqual([0, 1, 4])
    expect(index.inRectangle(-1, 0.2, 0.6, 0.8)).toEqual([1, 3])
  })

  test('finds rows within a polygon, even a concave one', () => {
    const index = createPointIndex(layout)
    const bay = [-1, -1, 2, -1, 2, 2, 0, 0.1, -1, 2]

    expect(index.inPolygon([-0.6, 0.4, 0.6, 0.4, 0.6, 0.6, -0.6, 0.6])).toEqual([1, 3])
    expect(index.inPolygon(bay)).toEqual([0, 1, 3, 4])
  })

  test('an empty polygon contains nothing, an empty index finds nothing', () => {
    expect(createPointIndex(layout).inPolygon([])).toEqual([])
    expect(createPointIndex(new Float32Array(0)).nearest(0, 0, 9)).toBeNull()
  })

  test('a convex polygon contains exactly the points on its inner side', () => {
    const place = fc.double({ min: -1, max: 1, noNaN: true })

    fc.assert(
      fc.property(place, place, (x, y) => {
        // A point on the line itself may count either way.
        const inside = 1 - Math.abs(x) - Math.abs(y)
        fc.pre(Math.abs(inside) > 1e-9)
        expect(isInPolygon(x, y, [-1, 0, 0, -1, 1, 0, 0, 1])).toBe(inside > 0)
      }),
    )
  })
})
