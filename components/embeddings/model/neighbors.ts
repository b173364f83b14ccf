import { type Matrix, gatherRows } from './analysis/matrix.ts'
import type { Task } from './analysis/task.ts'
import type { UsableVectors } from './analysis/usable-vectors.ts'
import type { Layout } from './vector-set.ts'
import { type StratifiedSample, takeStratifiedSample } from './analysis/stratified-sample.ts'

/** The nearest rows of each query: `indices` and `distances` have k entries per query, nearest first. */
export interface NearestTable {
  readonly k: number
  /** -1 when there are fewer than k rows. */
  readonly indices: Int32Array
  /** Cosine distances, 0 to 2; Infinity where the index is -1. */
  readonly distances: Float32Array
}

export interface NearestInput {
  /** Vectors of length 1. */
  readonly base: Matrix
  /** Vectors of length 1. */
  readonly queries: Matrix
  readonly k: number
  /** Row of `base` that is the query itself and is excluded; null when queries are separate. */
  readonly own: ArrayLike<number> | null
}

/** How many neighbors of the original space a layout preserves. */
export interface Fidelity {
  /**
   * Per row the share (0 to 1) of its true neighbors that are its neighbors in the layout; NaN when not
   * measured.
   */
  readonly shares: Float32Array
  /** Mean of the measured rows; NaN without any. */
  readonly mean: number
  /** Neighbors per row: 10, or fewer when there are not enough rows. */
  readonly k: number
  /** Null when every row was measured. */
  readonly sample: StratifiedSample | null
}

const rowsPerPiece = 8_192

/** Finds the exact k nearest rows by cosine distance, in memory of queries × k; ties go to the lower row. */
export function* findNearest({ base, queries, k, own }: NearestInput): Task<NearestTable> {
  const indices = new Int32Array(queries.count * k).fill(-1)
  const distances = new Float32Array(queries.count * k).fill(Infinity)
  const block = new Float32Array(tileQueries * base.dimensions)
  for (let first = 0; first < queries.count; first += tileQueries) {
    const size = Math.min(tileQueries, queries.count - first)
    interleave(queries, first, size, block)
    for (let from = 0; from < base.count; from += rowsPerPiece) {
      const to = Math.min(base.count, from + rowsPerPiece)
      scanRows({ base, block, from, to, first, size, k, own, indices, distances })
      yield (first + size * (to / base.count)) / queries.count
    }
  }
  return { k, indices, distances }
}

interface Scan {
  readonly base: Matrix
  readonly block: Float32Array
  readonly from: number
  readonly to: number
  /** First query of the block, and its size. */
  readonly first: number
  readonly size: number
  readonly k: number
  readonly own: ArrayLike<number> | null
  readonly indices: Int32Array
  readonly distances: Float32Array
}

function scanRows({ base, block, from, to, first, size, k, own, indices, distances }: Scan): void {
  const products = new Float64Array(2 * tileQueries)
  for (let row = from; row < to; row += 2) {
    const other = Math.min(row + 1, to - 1)
    dotTile(base.values, row, other, block, base.dimensions, products)
    for (let slot = 0; slot < size; slot += 1) {
      const query = first + slot
      const self = own === null ? -1 : (own[query] ?? -1)
      if (row !== self) insert(indices, distances, query * k, k, row, 1 - (products[slot] ?? 0))
      if (other === row || other === self) continue
      insert(indices, distances, query * k, k, other, 1 - (products[slot + tileQueries] ?? 0))
    }
  }
}

/** Inserts a row into the k best from `start`, if it is near enough. */
function insert(
  indices: Int32Array,
  distances: Float32Array,
  start: number,
  k: number,
  row: number,
  distance: number,
): void {
  // With the stored precision, so that equal distances stay in the order of the rows.
  const kept = Math.max(0, Math.fround(distance))
  let at = start + k - 1
  if (kept >= (distances[at] ?? 0)) return
  for (; at > start && kept < (distances[at - 1] ?? 0); at -= 1) {
    distances[at] = distances[at - 1] ?? 0
    indices[at] = indices[at - 1] ?? 0
  }
  distances[at] = kept
  indices[at] = row
}

function interleave({ values, dimensions }: Matrix, first: number, size: number, block: Float32Array): void {
  block.fill(0)
  for (let slot = 0; slot < size; slot += 1) {
    const start = (first + slot) * dimensions
    for (let at = 0; at < dimensions; at += 1) block[at * tileQueries + slot] = values[start + at] ?? 0
  }
}

/** Queries per block. */
const tileQueries = 4

/**
 * Dot products of four queries with two rows, the kernel of every many-to-many comparison: each value is
 * loaded once for four or two products, about twice as fast as pair by pair.
 * @param block the four queries interleaved: 4 × dimensions
 * @param out eight products: four with the first row, four with the second
 */
function dotTile(
  values: Float32Array,
  first: number,
  second: number,
  block: Float32Array,
  dimensions: number,
  out: Float64Array,
): void {
  let a0 = 0
  let a1 = 0
  let a2 = 0
  let a3 = 0
  let b0 = 0
  let b1 = 0
  let b2 = 0
  let b3 = 0
  const from = first * dimensions
  const shift = (second - first) * dimensions
  for (let at = from, query = 0; at < from + dimensions; at += 1, query += 4) {
    const a = values[at] ?? 0
    const b = values[at + shift] ?? 0
    const q0 = block[query] ?? 0
    const q1 = block[query + 1] ?? 0
    const q2 = block[query + 2] ?? 0
    const q3 = block[query + 3] ?? 0
    a0 += q0 * a
    a1 += q1 * a
    a2 += q2 * a
    a3 += q3 * a
    b0 += q0 * b
    b1 += q1 * b
    b2 += q2 * b
    b3 += q3 * b
  }
  out[0] = a0
  out[1] = a1
  out[2] = a2
  out[3] = a3
  out[4] = b0
  out[5] = b1
  out[6] = b2
  out[7] = b3
}

export const neighborsCompared = 10

/** Compares the true neighbors of each row with those in a layout. */
export function* measureFidelity(
  vectors: UsableVectors,
  layout: Layout,
  groups: readonly (string | null)[],
  seed: number,
): Task<Fidelity> {
  const { unit, rows, positions } = vectors
  const k = Math.max(0, Math.min(neighborsCompared, unit.count - 1))
  const shares = new Float32Array(positions.length).fill(NaN)
  if (k === 0) return { shares, mean: NaN, k, sample: null }

  const { positions: measured, sample } = takeMeasuredSample(groups, unit.dimensions, seed)
  const queries = sample === null ? unit : gatherRows(unit, measured)
  const truth = yield* findNearest({ base: unit, queries, k, own: measured })
  const allPositions = Float32Array.from({ length: unit.count * 2 }, (_, at) => {
    return layout[(rows[at >> 1] ?? 0) * 2 + (at % 2)] ?? NaN
  })
  const seen = yield* findNearestPositions(allPositions, measured, k)
  let sum = 0
  measured.forEach((position, query) => {
    const from = query * k
    const share = shareInCommon(truth.indices.subarray(from, from + k), seen.subarray(from, from + k))
    shares[rows[position] ?? 0] = share
    sum += share
  })
  return { shares, mean: sum / measured.length, k, sample }
}

const pairsPerPiece = 2_000_000

/**
 * The k nearest points in the plane for each query, without itself; ties by position.
 * @param positions interleaved x and y
 * @param queries positions among the points
 * @returns queries × k positions
 */
export function* findNearestPositions(
  positions: Float32Array,
  queries: Int32Array,
  k: number,
): Task<Int32Array> {
  const found = new Int32Array(queries.length * k).fill(-1)
  const squares = new Float64Array(k)
  let pairs = 0
  for (let query = 0; query < queries.length; query += 1) {
    scanPositions(positions, queries[query] ?? 0, found.subarray(query * k, (query + 1) * k), squares)
    pairs += positions.length / 2
    if (pairs < pairsPerPiece) continue
    pairs = 0
    yield query / queries.length
  }
  return found
}

function scanPositions(
  positions: Float32Array,
  self: number,
  found: Int32Array,
  squares: Float64Array,
): void {
  const [x, y] = [positions[self * 2] ?? 0, positions[self * 2 + 1] ?? 0]
  const last = found.length - 1
  squares.fill(Infinity)
  for (let position = 0, at = 0; at < positions.length; position += 1, at += 2) {
    const dx = (positions[at] ?? 0) - x
    const dy = (positions[at + 1] ?? 0) - y
    const square = dx * dx + dy * dy
    if (!(square < (squares[last] ?? 0)) || position === self) continue
    let slot = last
    for (; slot > 0 && square < (squares[slot - 1] ?? 0); slot -= 1) {
      squares[slot] = squares[slot - 1] ?? 0
      found[slot] = found[slot - 1] ?? 0
    }
    squares[slot] = square
    found[slot] = position
  }
}

/** Share (0 to 1) of one list that is also in the other; both have the same length and no duplicates. */
export function shareInCommon(one: Int32Array, other: Int32Array): number {
  let common = 0
  for (const entry of one) if (other.includes(entry)) common += 1
  return common / one.length
}

const productsMax = 3e9

/**
 * Positions to measure: all, if that takes at most a few seconds; otherwise a sample whose mean is within a
 * few hundredths of the whole.
 * @param dimensions values per vector that are compared
 */
export function takeMeasuredSample(
  groups: readonly (string | null)[],
  dimensions: number,
  seed: number,
): { readonly positions: Int32Array; readonly sample: StratifiedSample | null } {
  const size = Math.max(100, Math.floor(productsMax / (groups.length * dimensions)))
  const positions = takeStratifiedSample(groups, size, seed)
  const sample =
    positions.length === groups.length ? null : { size: positions.length, of: groups.length, seed }
  return { positions, sample }
}
