import { expect, test } from 'vitest'
import { seededRandom } from '#lib/client/embeddings/analysis/seeded-random.ts'
import { diagonalise } from './diagonalise.ts'

test('a matrix with known eigenvalues: 3 along (1, 1), 1 along (1, −1)', () => {
  const { values, vectors } = diagonalise(Float64Array.of(2, 1, 1, 2), 2)

  expect([...values].map(value => value.toFixed(9))).toEqual(['3.000000000', '1.000000000'])
  expect((vectors[0] ?? 0) / (vectors[2] ?? 0)).toBeCloseTo(1, 9)
  expect((vectors[1] ?? 0) / (vectors[3] ?? 0)).toBeCloseTo(-1, 9)
})

test('any symmetric matrix times a vector is its eigenvalue times the vector, the largest first', () => {
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

test('a matrix of nought has eigenvalues of nought', () => {
  expect([...diagonalise(new Float64Array(9), 3).values]).toEqual([0, 0, 0])
})
