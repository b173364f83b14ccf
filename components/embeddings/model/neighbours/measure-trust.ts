import { gatherRows } from '#components/embeddings/model/analysis/matrix.ts'
import type { Task } from '#components/embeddings/model/analysis/task.ts'
import type { UsableVectors } from '#components/embeddings/model/analysis/usable-vectors.ts'
import type { Layout } from '#components/embeddings/model/vector-set.ts'
import { findNearest } from './find-nearest.ts'
import { takeMeasuredSample } from './measured-sample.ts'
import type { Trust } from './trust.ts'

export const neighboursCompared = 10

/** Compares the true neighbors of each row with those in a layout. */
export function* measureTrust(
  vectors: UsableVectors,
  layout: Layout,
  groups: readonly (string | null)[],
  seed: number,
): Task<Trust> {
  const { unit, rows, positions } = vectors
  const k = Math.max(0, Math.min(neighboursCompared, unit.count - 1))
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
 * @param places interleaved x and y
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
