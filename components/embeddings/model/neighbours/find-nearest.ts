import type { Matrix } from '#components/embeddings/model/analysis/matrix.ts'
import type { Task } from '#components/embeddings/model/analysis/task.ts'

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
