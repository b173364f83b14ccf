import { gatherRows, type Matrix } from './analysis/matrix.ts'
import { seededRandom } from './analysis/seeded-random.ts'
import type { Task } from './analysis/task.ts'

/** Principal components, strongest first. */
export interface PrincipalComponents {
  readonly mean: Float64Array
  /** components × dimensions, each of length 1; its largest absolute value is positive. */
  readonly directions: Float64Array
  /** Share of the total variance along each, 0 to 1. */
  readonly explained: Float64Array
}

/** Maximum number of values for the fit: 25,000 rows of 384. More change the layout by less than a pixel. */
const fittedValuesMax = 9_600_000
/** A small subset finds the approximate directions, all rows refine them. */
const startingRows = 1_000
const startingRounds = 30
const roundsMax = 40
const settled = 1e-5

/**
 * Block power iteration with extra directions for fast convergence; rows beyond the limit are sampled evenly.
 */
export function* findPrincipalComponents(matrix: Matrix, components: number): Task<PrincipalComponents> {
  const { dimensions } = matrix
  const width = Math.ceil((components + 4) / blockWidth) * blockWidth
  const fitted = thin(matrix, Math.max(startingRows, Math.floor(fittedValuesMax / dimensions)))
  const mean = meanOf(fitted)
  const random = seededRandom(1)
  let block: Float64Array = Float64Array.from({ length: dimensions * width }, () => random() - 0.5)
  orthonormalise(block, width)

  const start = thin(fitted, startingRows)
  for (let round = 0; round < startingRounds; round += 1) {
    block = yield* multiplyCovariance(start, mean, block, width)
    orthonormalise(block, width)
  }
  let found = yield* rotate(fitted, mean, block, width)
  for (let round = 0; round < roundsMax; round += 1) {
    const before = found.variances
    block = found.product
    orthonormalise(block, width)
    found = yield* rotate(fitted, mean, block, width)
    yield round / roundsMax
    if (isSettled(before, found.variances, components)) break
  }

  const total = totalVariance(fitted, mean)
  const directions = new Float64Array(components * dimensions)
  for (let index = 0; index < components; index += 1) {
    for (let at = 0; at < dimensions; at += 1) {
      directions[index * dimensions + at] = found.directions[at * width + index] ?? 0
    }
    turnPositive(directions.subarray(index * dimensions, (index + 1) * dimensions))
  }
  const explained = found.variances
    .slice(0, components)
    .map(variance => (total > 0 ? Math.max(0, variance) / total : 0))
  return { mean, directions, explained }
}

interface Rotated {
  /** Covariance times the directions. */
  readonly product: Float64Array
  readonly directions: Float64Array
  readonly variances: Float64Array
}

/** Rotates the block so that its columns are the best directions within its span (Rayleigh–Ritz). */
function* rotate(matrix: Matrix, mean: Float64Array, block: Float64Array, width: number): Task<Rotated> {
  const product = yield* multiplyCovariance(matrix, mean, block, width)
  const small = new Float64Array(width * width)
  for (let at = 0; at < matrix.dimensions * width; at += width) {
    for (let row = 0; row < width; row += 1) {
      for (let column = 0; column < width; column += 1) {
        small[row * width + column] =
          (small[row * width + column] ?? 0) + (block[at + row] ?? 0) * (product[at + column] ?? 0)
      }
    }
  }
  const { values, vectors } = diagonalise(small, width)
  return {
    product: turn(product, vectors, width),
    directions: turn(block, vectors, width),
    variances: values,
  }
}

function turn(block: Float64Array, vectors: Float64Array, width: number): Float64Array {
  const turned = new Float64Array(block.length)
  for (let at = 0; at < block.length; at += width) {
    for (let row = 0; row < width; row += 1) {
      const value = block[at + row] ?? 0
      for (let column = 0; column < width; column += 1) {
        turned[at + column] = (turned[at + column] ?? 0) + value * (vectors[row * width + column] ?? 0)
      }
    }
  }
  return turned
}

function isSettled(before: Float64Array, after: Float64Array, components: number): boolean {
  for (let index = 0; index < components; index += 1) {
    const now = after[index] ?? 0
    if (Math.abs(now - (before[index] ?? 0)) > settled * Math.max(now, Number.MIN_VALUE)) return false
  }
  return true
}

/** At most `rows` rows, evenly spread. */
function thin(matrix: Matrix, rows: number): Matrix {
  if (matrix.count <= rows) return matrix
  return gatherRows(
    matrix,
    Int32Array.from({ length: rows }, (_, index) => Math.floor((index * matrix.count) / rows)),
  )
}

function meanOf({ values, count, dimensions }: Matrix): Float64Array {
  const mean = new Float64Array(dimensions)
  for (let start = 0; start < values.length; start += dimensions) {
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] ?? 0) + (values[start + at] ?? 0)
  }
  return mean.map(sum => sum / Math.max(1, count))
}

function totalVariance({ values, count, dimensions }: Matrix, mean: Float64Array): number {
  let total = 0
  for (let start = 0; start < values.length; start += dimensions) {
    for (let at = 0; at < dimensions; at += 1) {
      const difference = (values[start + at] ?? 0) - (mean[at] ?? 0)
      total += difference * difference
    }
  }
  return total / Math.max(1, count)
}

/** A direction and its opposite are equivalent: a fixed sign prevents mirrored layouts. */
function turnPositive(direction: Float64Array): void {
  let largest = 0
  for (const value of direction) if (Math.abs(value) > Math.abs(largest)) largest = value
  if (largest < 0) direction.forEach((value, at) => (direction[at] = -value))
}

/**
 * Orthonormalizes the columns of a block (row-major, `width` columns) in place: Gram–Schmidt, twice for
 * accuracy. A linearly dependent column becomes zero.
 */
function orthonormalise(block: Float64Array, width: number): void {
  for (let column = 0; column < width; column += 1) {
    const before = Math.sqrt(product(block, width, column, column))
    for (let pass = 0; pass < 2; pass += 1) {
      for (let earlier = 0; earlier < column; earlier += 1) {
        const share = product(block, width, column, earlier)
        for (let at = 0; at < block.length; at += width) {
          block[at + column] = (block[at + column] ?? 0) - share * (block[at + earlier] ?? 0)
        }
      }
    }
    const length = Math.sqrt(product(block, width, column, column))
    const factor = length > before * 1e-10 && length > 0 ? 1 / length : 0
    for (let at = column; at < block.length; at += width) block[at] = (block[at] ?? 0) * factor
  }
}

function product(block: Float64Array, width: number, one: number, other: number): number {
  let sum = 0
  for (let at = 0; at < block.length; at += width) sum += (block[at + one] ?? 0) * (block[at + other] ?? 0)
  return sum
}

/** Eigenvalues, largest first, with their eigenvectors as columns. */
interface Diagonal {
  readonly values: Float64Array
  /** size × size, row-major. */
  readonly vectors: Float64Array
}

const sweepsMax = 60

/** Eigenvectors of a small symmetric matrix (size × size) by Jacobi rotations. */
export function diagonalise(matrix: Float64Array, size: number): Diagonal {
  const work = Float64Array.from(matrix)
  const vectors = new Float64Array(size * size)
  for (let at = 0; at < size; at += 1) vectors[at * size + at] = 1
  const scale = Math.hypot(...work)
  for (let sweep = 0; sweep < sweepsMax && offDiagonal(work, size) > scale * 1e-14; sweep += 1) {
    for (let row = 0; row < size; row += 1) {
      for (let column = row + 1; column < size; column += 1) rotatePair(work, vectors, size, row, column)
    }
  }
  const order = Array.from({ length: size }, (_, at) => at).toSorted(
    (one, other) => (work[other * size + other] ?? 0) - (work[one * size + one] ?? 0),
  )
  const sorted = new Float64Array(size * size)
  order.forEach((from, to) => {
    for (let row = 0; row < size; row += 1) sorted[row * size + to] = vectors[row * size + from] ?? 0
  })
  return { values: Float64Array.from(order, at => work[at * size + at] ?? 0), vectors: sorted }
}

function offDiagonal(matrix: Float64Array, size: number): number {
  let sum = 0
  for (let row = 0; row < size; row += 1) {
    for (let column = row + 1; column < size; column += 1) sum += (matrix[row * size + column] ?? 0) ** 2
  }
  return Math.sqrt(sum)
}

/** Rotates two axes to zero their off-diagonal entry. */
function rotatePair(
  work: Float64Array,
  vectors: Float64Array,
  size: number,
  row: number,
  column: number,
): void {
  const common = work[row * size + column] ?? 0
  if (common === 0) return
  const half = ((work[column * size + column] ?? 0) - (work[row * size + row] ?? 0)) / (2 * common)
  const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (let at = 0; at < size; at += 1) mix(work, at * size + row, at * size + column, cosine, sine)
  for (let at = 0; at < size; at += 1) mix(work, row * size + at, column * size + at, cosine, sine)
  for (let at = 0; at < size; at += 1) mix(vectors, at * size + row, at * size + column, cosine, sine)
}

function mix(values: Float64Array, one: number, other: number, cosine: number, sine: number): void {
  const first = values[one] ?? 0
  const second = values[other] ?? 0
  values[one] = cosine * first - sine * second
  values[other] = sine * first + cosine * second
}

/** Block widths are a multiple of this: that many columns are multiplied at once. */
const blockWidth = 8

const valuesPerPiece = 400_000

/**
 * The rows' covariance times a block, without materializing the covariance.
 * @param block dimensions × width, row-major
 * @returns the same shape
 */
function* multiplyCovariance(
  matrix: Matrix,
  mean: Float64Array,
  block: Float64Array,
  width: number,
): Task<Float64Array<ArrayBuffer>> {
  const product = new Float64Array(block.length)
  const rowsPerPiece = Math.max(1, Math.floor(valuesPerPiece / matrix.dimensions))
  for (let column = 0; column < width; column += blockWidth) {
    // Eight columns at a time: the kernel then reads memory sequentially.
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
