import { gatherRows, type Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import { seededRandom } from '#lib/client/embeddings/analysis/seeded-random.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { diagonalise } from './diagonalise.ts'
import { blockWidth, multiplyCovariance } from './multiply-covariance.ts'
import { orthonormalise } from './orthonormalise.ts'

/** The directions in which rows differ most, the strongest first. */
export interface PrincipalComponents {
  readonly mean: Float64Array
  /** components × dimensions, each of length 1; its largest value in size is positive. */
  readonly directions: Float64Array
  /** Share of all variance along each, 0 to 1. */
  readonly explained: Float64Array
}

/** Values that the fit reads at most: 25,000 rows of 384. More change the picture less than a pixel. */
const fittedValuesMax = 9_600_000
/** A small part finds the directions nearly, all of them make them exact. */
const startingRows = 1_000
const startingRounds = 30
const roundsMax = 40
const settled = 1e-5

/** Block power iteration with as many spare directions as make it converge fast; rows beyond the limit by an even step. */
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

/** Turns the block so that its columns are the best directions within the space that it spans (Rayleigh–Ritz). */
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

/** A direction and its opposite are equally right: this one is taken, so that a picture is never mirrored by chance. */
function turnPositive(direction: Float64Array): void {
  let largest = 0
  for (const value of direction) if (Math.abs(value) > Math.abs(largest)) largest = value
  if (largest < 0) direction.forEach((value, at) => (direction[at] = -value))
}
