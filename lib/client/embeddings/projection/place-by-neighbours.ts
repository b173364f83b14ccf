import type { Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { findNearest } from '#lib/client/embeddings/neighbours/find-nearest.ts'
import { findPrincipalComponents } from './principal-components.ts'
import { projectRows } from './project-rows.ts'

const neighbours = 5
const candidates = 16
const coarseDimensions = 24
const rowsPerPiece = 1_024
/** Neighbours farther than this from the nearest one, as part of the picture's half width, pull nowhere sensible. */
const reachMax = 0.15

/**
 * Places rows that were not laid out among those that were, near to the nearest of them.
 * @param all every row, of length 1
 * @param laidOut the rows that have a place, as `positions` in `all`
 * @param places of the laid-out rows, x and y by turns
 * @returns places of every row; those of the laid-out rows are kept
 */
export function* placeByNeighbours(
  all: Matrix,
  laidOut: Matrix,
  positions: Int32Array,
  places: Float32Array,
): Task<Float32Array> {
  const result = new Float32Array(all.count * 2)
  // Candidates by a few principal components, which is many times cheaper; then the exact order among them.
  const components = yield* findPrincipalComponents(laidOut, Math.min(coarseDimensions, all.dimensions))
  const width = components.directions.length / all.dimensions
  const coarse = { values: yield* projectRows(laidOut, components), count: laidOut.count, dimensions: width }
  scaleToUnit(coarse)
  for (let from = 0; from < all.count; from += rowsPerPiece) {
    const count = Math.min(rowsPerPiece, all.count - from)
    const rows: Matrix = {
      values: all.values.subarray(from * all.dimensions, (from + count) * all.dimensions),
      count,
      dimensions: all.dimensions,
    }
    const queries = { values: yield* projectRows(rows, components), count, dimensions: width }
    scaleToUnit(queries)
    const k = Math.min(candidates, laidOut.count)
    const scan = findNearest({ base: coarse, queries, k, own: null })
    let step = scan.next()
    for (; !step.done; step = scan.next()) yield (from + step.value * count) / all.count
    for (let row = 0; row < count; row += 1) {
      const near = step.value.indices.subarray(row * k, (row + 1) * k)
      placeRow(result, from + row, places, rankCandidates(rows, row, laidOut, near))
    }
  }
  positions.forEach((position, index) => {
    result.set(places.subarray(index * 2, index * 2 + 2), position * 2)
  })
  return result
}

interface Candidate {
  readonly index: number
  readonly distance: number
}

function rankCandidates(rows: Matrix, row: number, laidOut: Matrix, near: Int32Array): Candidate[] {
  const ranked = Array.from(near, index => {
    let product = 0
    for (let at = 0; at < rows.dimensions; at += 1) {
      product +=
        (rows.values[row * rows.dimensions + at] ?? 0) * (laidOut.values[index * rows.dimensions + at] ?? 0)
    }
    return { index, distance: Math.max(0, 1 - product) }
  })
  return ranked
    .toSorted((one, other) => one.distance - other.distance || one.index - other.index)
    .slice(0, neighbours)
}

function placeRow(result: Float32Array, row: number, places: Float32Array, near: readonly Candidate[]): void {
  const nearest = near[0]
  if (nearest === undefined) return
  const [x0, y0] = [places[nearest.index * 2] ?? 0, places[nearest.index * 2 + 1] ?? 0]
  let [x, y, sum] = [0, 0, 0]
  for (const { index, distance } of near) {
    const [x1, y1] = [places[index * 2] ?? 0, places[index * 2 + 1] ?? 0]
    if (Math.hypot(x1 - x0, y1 - y0) > reachMax) continue
    // The small constant keeps an equal vector from an infinite weight.
    const weight = 1 / (distance + 1e-3) ** 2
    x += weight * x1
    y += weight * y1
    sum += weight
  }
  result[row * 2] = x / sum
  result[row * 2 + 1] = y / sum
}

function scaleToUnit({ values, count, dimensions }: Matrix): void {
  for (let row = 0; row < count; row += 1) {
    const end = (row + 1) * dimensions
    let square = 0
    for (let at = row * dimensions; at < end; at += 1) square += (values[at] ?? 0) ** 2
    const factor = square > 0 ? 1 / Math.sqrt(square) : 0
    for (let at = row * dimensions; at < end; at += 1) values[at] = (values[at] ?? 0) * factor
  }
}
