import type { Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { findNearest } from '#lib/client/embeddings/neighbours/find-nearest.ts'
import { seedCentroids } from './seed-centroids.ts'

export interface Grouping {
  /** k × dimensions, each of length 1. */
  readonly centroids: Matrix
  /** Centroid of each row. */
  readonly assignments: Int32Array
  /** Cosine distance of each row to its centroid. */
  readonly distances: Float32Array
}

const roundsMax = 30

/** Groups rows of length 1 around k centroids by cosine; the same for the same random numbers. */
export function* groupByKMeans(matrix: Matrix, k: number, random: () => number): Task<Grouping> {
  return yield* refineGrouping(matrix, seedCentroids(matrix, k, random))
}

/** Moves centroids to the middle of their rows until no row changes its centroid. */
export function* refineGrouping(matrix: Matrix, start: Matrix): Task<Grouping> {
  let grouping = yield* assignRows(matrix, start)
  for (let round = 0; round < roundsMax; round += 1) {
    const next = yield* assignRows(matrix, moveCentroids(matrix, grouping))
    const settled = next.assignments.every((centroid, row) => centroid === grouping.assignments[row])
    grouping = next
    yield round / roundsMax
    if (settled) break
  }
  return grouping
}

/** Gives each row to its nearest centroid. */
export function* assignRows(matrix: Matrix, centroids: Matrix): Task<Grouping> {
  const { indices, distances } = yield* findNearest({ base: centroids, queries: matrix, k: 1, own: null })
  return { centroids, assignments: indices, distances }
}

function moveCentroids(matrix: Matrix, { centroids, assignments, distances }: Grouping): Matrix {
  const { values, count, dimensions } = matrix
  const sums = new Float64Array(centroids.values.length)
  const sizes = new Int32Array(centroids.count)
  for (let row = 0; row < count; row += 1) {
    const centroid = assignments[row] ?? 0
    const to = centroid * dimensions
    const from = row * dimensions
    sizes[centroid] = (sizes[centroid] ?? 0) + 1
    for (let at = 0; at < dimensions; at += 1) sums[to + at] = (sums[to + at] ?? 0) + (values[from + at] ?? 0)
  }
  const farthest = rowsByDistance(distances)
  const moved = new Float32Array(sums.length)
  for (let centroid = 0; centroid < centroids.count; centroid += 1) {
    const start = centroid * dimensions
    const sum = sums.subarray(start, start + dimensions)
    const length = Math.hypot(...sum)
    if ((sizes[centroid] ?? 0) > 0 && length > 1e-9) {
      moved.set(
        sum.map(value => value / length),
        start,
      )
      continue
    }
    // A centroid that nobody chose starts again at the row that fits worst.
    const row = farthest.next().value ?? 0
    moved.set(values.subarray(row * dimensions, (row + 1) * dimensions), start)
  }
  return { values: moved, count: centroids.count, dimensions }
}

function* rowsByDistance(distances: Float32Array): Generator<number, undefined, void> {
  const rows = Int32Array.from(distances, (_, row) => row)
  rows.sort((one, other) => (distances[other] ?? 0) - (distances[one] ?? 0) || one - other)
  yield* rows
}
