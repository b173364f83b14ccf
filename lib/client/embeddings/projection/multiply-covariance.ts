import type { Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'

/** Columns of a block are a multiple of this: so many are multiplied at once. */
export const blockWidth = 8

const valuesPerPiece = 400_000

/**
 * The rows' covariance times a block, without ever writing the covariance down.
 * @param block dimensions × width, row after row
 * @returns the same shape
 */
export function* multiplyCovariance(
  matrix: Matrix,
  mean: Float64Array,
  block: Float64Array,
  width: number,
): Task<Float64Array<ArrayBuffer>> {
  const product = new Float64Array(block.length)
  const rowsPerPiece = Math.max(1, Math.floor(valuesPerPiece / matrix.dimensions))
  for (let column = 0; column < width; column += blockWidth) {
    // Eight columns side by side: the kernel then reads memory in order.
    const part = copyColumns(block, width, column)
    const partProduct = new Float64Array(part.length)
    for (let from = 0; from < matrix.count; from += rowsPerPiece) {
      addProducts(matrix, mean, part, partProduct, from, Math.min(matrix.count, from + rowsPerPiece))
      yield 0
    }
    for (let at = 0, to = column; at < part.length; at += blockWidth, to += width) {
      for (let index = 0; index < blockWidth; index += 1) {
        product[to + index] = (partProduct[at + index] ?? 0) / matrix.count
      }
    }
  }
  return product
}

function copyColumns(block: Float64Array, width: number, column: number): Float64Array {
  const part = new Float64Array((block.length / width) * blockWidth)
  for (let at = 0, from = column; at < part.length; at += blockWidth, from += width) {
    part.set(block.subarray(from, from + blockWidth), at)
  }
  return part
}

function addProducts(
  { values, dimensions }: Matrix,
  mean: Float64Array,
  part: Float64Array,
  product: Float64Array,
  from: number,
  to: number,
): void {
  const row = new Float64Array(dimensions)
  for (let start = from * dimensions; start < to * dimensions; start += dimensions) {
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    let s4 = 0
    let s5 = 0
    let s6 = 0
    let s7 = 0
    for (let at = 0, column = 0; at < dimensions; at += 1, column += 8) {
      const value = (values[start + at] ?? 0) - (mean[at] ?? 0)
      row[at] = value
      s0 += value * (part[column] ?? 0)
      s1 += value * (part[column + 1] ?? 0)
      s2 += value * (part[column + 2] ?? 0)
      s3 += value * (part[column + 3] ?? 0)
      s4 += value * (part[column + 4] ?? 0)
      s5 += value * (part[column + 5] ?? 0)
      s6 += value * (part[column + 6] ?? 0)
      s7 += value * (part[column + 7] ?? 0)
    }
    for (let at = 0, column = 0; at < dimensions; at += 1, column += 8) {
      const value = row[at] ?? 0
      product[column] = (product[column] ?? 0) + value * s0
      product[column + 1] = (product[column + 1] ?? 0) + value * s1
      product[column + 2] = (product[column + 2] ?? 0) + value * s2
      product[column + 3] = (product[column + 3] ?? 0) + value * s3
      product[column + 4] = (product[column + 4] ?? 0) + value * s4
      product[column + 5] = (product[column + 5] ?? 0) + value * s5
      product[column + 6] = (product[column + 6] ?? 0) + value * s6
      product[column + 7] = (product[column + 7] ?? 0) + value * s7
    }
  }
}
