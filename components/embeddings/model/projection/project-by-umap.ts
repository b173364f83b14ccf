import { UMAP } from 'umap-js'
import { gatherRows, type Matrix } from '#components/embeddings/model/analysis/matrix.ts'
import { partOf } from '#components/embeddings/model/analysis/part-of.ts'
import { seededRandom } from '#components/embeddings/model/analysis/seeded-random.ts'
import type { Task } from '#components/embeddings/model/analysis/task.ts'
import type { UsableVectors } from '#components/embeddings/model/analysis/usable-vectors.ts'
import { findNearest, type NearestTable } from '#components/embeddings/model/neighbors.ts'
import { takeStratifiedSample } from '#components/embeddings/model/analysis/stratified-sample.ts'
import { findPrincipalComponents, type PrincipalComponents } from '#components/embeddings/model/pca.ts'
import { umapPointsMax, type UmapLayout, type UmapSettings } from './umap-layout.ts'
import type { Layout } from '#components/embeddings/model/vector-set.ts'

/**
 * Lays rows out so that neighbors by cosine stay neighbors; deterministic for the same settings.
 * @param groups of each position, for a stratified sample
 * @throws Error when there are too few rows to have neighbors
 */
export function* projectByUmap(
  vectors: UsableVectors,
  groups: readonly (string | null)[],
  settings: UmapSettings,
): Task<UmapLayout> {
  const { count } = vectors.unit
  if (count < 4) throw new Error(`UMAP needs at least 4 texts with a vector; there are ${count}.`)
  const positions = takeStratifiedSample(groups, umapPointsMax, settings.seed)
  const sampled = positions.length < count
  const matrix = sampled ? gatherRows(vectors.unit, positions) : vectors.unit
  const allPositions = yield* partOf(project(matrix, settings), 0, sampled ? 0.5 : 1)
  if (!sampled) return { layout: toRowLayout(allPositions, vectors), sample: null }

  const all = yield* partOf(placeByNeighbours(vectors.unit, matrix, positions, allPositions), 0.5, 1)
  return {
    layout: toRowLayout(all, vectors),
    sample: { size: positions.length, of: count, seed: settings.seed },
  }
}

function* project(matrix: Matrix, { neighbours, minDist, seed }: UmapSettings): Task<Float32Array> {
  const { count } = matrix
  const nNeighbors = Math.max(2, Math.min(neighbours, count - 1))
  const own = Int32Array.from({ length: count }, (_, row) => row)
  const table = yield* partOf(findNearest({ base: matrix, queries: matrix, k: nNeighbors - 1, own }), 0, 0.3)
  const umap = new UMAP({ nNeighbors, minDist, random: seededRandom(seed) })
  umap.setPrecomputedKNN(...withSelf(table, count))
  const epochs = umap.initializeFit(Array.from({ length: count }, () => []))
  yield* startFromPca(matrix, umap.getEmbedding(), seededRandom(seed))
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    umap.step()
    yield 0.3 + (0.7 * epoch) / epochs
  }
  return fitToSquare(Float32Array.from(umap.getEmbedding().flat()))
}

/** The library counts each point as its own first neighbor. */
function withSelf({ k, indices, distances }: NearestTable, count: number): [number[][], number[][]] {
  const rows = Array.from({ length: count }, (_, row) => row)
  return [
    rows.map(row => [row, ...indices.subarray(row * k, (row + 1) * k)]),
    rows.map(row => [0, ...distances.subarray(row * k, (row + 1) * k)]),
  ]
}

/**
 * PCA initialization: distant groups keep their arrangement, and points converge faster than from random
 * coordinates.
 */
function* startFromPca(matrix: Matrix, embedding: number[][], random: () => number): Task<void> {
  if (matrix.dimensions < 2) return
  const components = yield* findPrincipalComponents(matrix, 2)
  const start = fitToSquare(yield* projectRows(matrix, components))
  embedding.forEach((place, row) => {
    // A little noise separates texts with the same vector.
    place[0] = (start[row * 2] ?? 0) * 10 + (random() - 0.5) * 0.001
    place[1] = (start[row * 2 + 1] ?? 0) * 10 + (random() - 0.5) * 0.001
  })
}

const neighbours = 5
const candidates = 16
const coarseDimensions = 24
const rowsPerPiece = 1_024
/**
 * Neighbors farther than this from the nearest one, as a fraction of the layout's half width, are ignored.
 */
const reachMax = 0.15

/**
 * Places the remaining rows near their nearest neighbors in the layout.
 * @param all every row, of length 1
 * @param laidOut the rows with coordinates, as `positions` in `all`
 * @param allPositions interleaved x and y of the rows with coordinates
 * @returns coordinates of every row; existing ones are unchanged
 */
function* placeByNeighbours(
  all: Matrix,
  laidOut: Matrix,
  positions: Int32Array,
  allPositions: Float32Array,
): Task<Float32Array> {
  const result = new Float32Array(all.count * 2)
  // Candidates by a few principal components, which is many times cheaper; then their exact order.
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
      placeRow(result, from + row, allPositions, rankCandidates(rows, row, laidOut, near))
    }
  }
  positions.forEach((position, index) => {
    result.set(allPositions.subarray(index * 2, index * 2 + 2), position * 2)
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

function placeRow(
  result: Float32Array,
  row: number,
  positions: Float32Array,
  near: readonly Candidate[],
): void {
  const nearest = near[0]
  if (nearest === undefined) return
  const [x0, y0] = [positions[nearest.index * 2] ?? 0, positions[nearest.index * 2 + 1] ?? 0]
  let [x, y, sum] = [0, 0, 0]
  for (const { index, distance } of near) {
    const [x1, y1] = [positions[index * 2] ?? 0, positions[index * 2 + 1] ?? 0]
    if (Math.hypot(x1 - x0, y1 - y0) > reachMax) continue
    // The small constant avoids an infinite weight for an equal vector.
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

/** A layout of all rows from the coordinates of the usable ones; the others have NaN. */
export function toRowLayout(allPositions: Float32Array, { rows, positions }: UsableVectors): Layout {
  const layout = new Float32Array(positions.length * 2).fill(NaN)
  rows.forEach((row, position) => {
    layout.set(allPositions.subarray(position * 2, position * 2 + 2), row * 2)
  })
  return layout
}

/** Centers and scales coordinates (interleaved x and y) to fill −1…1, with the same factor for both axes. */
export function fitToSquare(positions: Float32Array): Layout {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 2) {
    const [x, y] = [positions[at] ?? 0, positions[at + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  const half = Math.max(right - left, top - bottom) / 2
  const factor = half > 0 ? 1 / half : 0
  const [middleX, middleY] = [(left + right) / 2, (bottom + top) / 2]
  // Rounding may exceed the border slightly.
  const clamp = (value: number) => Math.min(1, Math.max(-1, value))
  return positions.map((value, at) => clamp((value - (at % 2 === 0 ? middleX : middleY)) * factor))
}

const projectRowsRowsPerPiece = 2_048

/** Coordinate of each row along each component: count × components. */
export function* projectRows(
  matrix: Matrix,
  { mean, directions }: PrincipalComponents,
): Task<Float32Array<ArrayBuffer>> {
  const { values, count, dimensions } = matrix
  const components = directions.length / dimensions
  const centred = new Float64Array(dimensions)
  const scores = new Float32Array(count * components)
  for (let row = 0; row < count; row += 1) {
    const start = row * dimensions
    for (let at = 0; at < dimensions; at += 1) centred[at] = (values[start + at] ?? 0) - (mean[at] ?? 0)
    for (let component = 0; component < components; component += 1) {
      const from = component * dimensions
      let sum = 0
      for (let at = 0; at < dimensions; at += 1) sum += (centred[at] ?? 0) * (directions[from + at] ?? 0)
      scores[row * components + component] = sum
    }
    if (row % projectRowsRowsPerPiece === projectRowsRowsPerPiece - 1) yield row / count
  }
  return scores
}
