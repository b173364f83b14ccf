import { describe, expect, test } from 'vitest'
import { drain } from './__fixtures__/drain.ts'
import { randomRows } from './__fixtures__/vector-sets.ts'
import type { Matrix } from './analysis/matrix.ts'
import { findPrincipalComponents, diagonalise } from './pca.ts'
import { seededRandom } from './analysis/seeded-random.ts'

describe('principal components', () => {
  test('for points on a line, the line is the first component and explains all variance', () => {
    const { directions, explained, mean } = drain(
      findPrincipalComponents(toMatrix([-2, -1, 0, 1, 2].map(step => [5 + 3 * step, 7 + 4 * step, 1])), 2),
    )

    expect([...mean]).toEqual([5, 7, 1])
    expect(rounded(directions.subarray(0, 3))).toEqual([0.6, 0.8, 0])
    expect(rounded(explained)).toEqual([1, 0])
  })

  test('are the eigenvectors of the covariance, for data of any shape', () => {
    for (const [count, dimensions] of [
      [300, 24],
      [12, 60],
      [50, 3],
    ] as const) {
      const rows = randomRows(count, dimensions, count).map(row => row.map((value, at) => value / (1 + at)))
      const exact = diagonalise(covariance(rows), dimensions)
      const found = drain(findPrincipalComponents(toMatrix(rows), 2))
      const total = exact.values.reduce((sum, value) => sum + value, 0)

      for (const component of [0, 1]) {
        let cosine = 0
        for (let at = 0; at < dimensions; at += 1) {
          cosine +=
            (exact.vectors[at * dimensions + component] ?? 0) *
            (found.directions[component * dimensions + at] ?? 0)
        }
        expect(Math.abs(cosine)).toBeGreaterThan(0.999)
        expect(found.explained[component]).toBeCloseTo((exact.values[component] ?? 0) / total, 4)
      }
    }
  })

  test('are orthonormal, and their largest value is positive', () => {
    const { directions } = drain(findPrincipalComponents(toMatrix(randomRows(200, 30, 9)), 3))
    const part = (index: number) => directions.subarray(index * 30, (index + 1) * 30)
    const product = (one: number, other: number) =>
      part(one).reduce((sum, value, at) => sum + value * (part(other)[at] ?? 0), 0)

    expect([product(0, 0), product(1, 1), product(2, 2)].map(value => value.toFixed(6))).toEqual([
      '1.000000',
      '1.000000',
      '1.000000',
    ])
    expect([product(0, 1), product(0, 2), product(1, 2)].every(value => Math.abs(value) < 1e-6)).toBe(true)
    for (const index of [0, 1, 2])
      expect(Math.max(...part(index))).toBe(Math.max(...part(index).map(Math.abs)))
  })

  test('of equal rows explain nothing and contain no NaN', () => {
    const { directions, explained } = drain(
      findPrincipalComponents(toMatrix(Array.from({ length: 5 }, () => [1, 2, 3])), 2),
    )

    expect([...explained]).toEqual([0, 0])
    expect([...directions].every(Number.isFinite)).toBe(true)
  })
})

function toMatrix(rows: readonly (readonly number[])[]): Matrix {
  return { values: Float32Array.from(rows.flat()), count: rows.length, dimensions: rows[0]?.length ?? 0 }
}

function covariance(rows: readonly (readonly number[])[]): Float64Array {
  const size = rows[0]?.length ?? 0
  const mean = Array.from(
    { length: size },
    (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
  )
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [one, other] = [Math.floor(at / size), at % size]
    const products = rows.map(
      row => ((row[one] ?? 0) - (mean[one] ?? 0)) * ((row[other] ?? 0) - (mean[other] ?? 0)),
    )
    return products.reduce((sum, value) => sum + value, 0) / rows.length
  })
}

function rounded(values: Float64Array): number[] {
  return Array.from(values, value => Math.round(value * 1e6) / 1e6 + 0)
}

test('a matrix with known eigenvalues: 3 along (1, 1), 1 along (1, −1)', () => {
  const { values, vectors } = diagonalise(Float64Array.of(2, 1, 1, 2), 2)

  expect([...values].map(value => value.toFixed(9))).toEqual(['3.000000000', '1.000000000'])
  expect((vectors[0] ?? 0) / (vectors[2] ?? 0)).toBeCloseTo(1, 9)
  expect((vectors[1] ?? 0) / (vectors[3] ?? 0)).toBeCloseTo(-1, 9)
})

test('any symmetric matrix times an eigenvector is its eigenvalue times the eigenvector, largest first', () => {
  const size = 12
  const random = seededRandom(4)
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let column = row; column < size; column += 1) {
      const value = random() - 0.5
      matrix[row * size + column] = value
      matrix[column * size + row] = value
    }
  }
  const { values, vectors } = diagonalise(matrix, size)

  expect([...values]).toEqual([...values].toSorted((one, other) => other - one))
  for (let index = 0; index < size; index += 1) {
    for (let row = 0; row < size; row += 1) {
      let product = 0
      for (let at = 0; at < size; at += 1) {
        product += (matrix[row * size + at] ?? 0) * (vectors[at * size + index] ?? 0)
      }
      expect(product).toBeCloseTo((values[index] ?? 0) * (vectors[row * size + index] ?? 0), 9)
    }
  }
})

test('a zero matrix has zero eigenvalues', () => {
  expect([...diagonalise(new Float64Array(9), 3).values]).toEqual([0, 0, 0])
})
