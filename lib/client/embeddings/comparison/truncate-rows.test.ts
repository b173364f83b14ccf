import { expect, test } from 'vitest'
import { truncateRows } from './truncate-rows.ts'

test('keeps the first dimensions at length 1; a row of which nothing is left stays zero', () => {
  const matrix = { values: Float32Array.of(3, 4, 12, 0, 0, 1), count: 2, dimensions: 3 }

  expect(truncateRows(matrix, 2)).toEqual({
    values: Float32Array.of(0.6, 0.8, 0, 0),
    count: 2,
    dimensions: 2,
  })
})
