import type { VectorSet } from '#components/embeddings/model/vector-set.ts'
import type { Matrix } from './matrix.ts'

/** The comparable rows of a set: present, finite, and not zero. `positions` count among them. */
export interface UsableVectors {
  readonly source: VectorSet
  /** As returned by the API. */
  readonly raw: Matrix
  /** Normalized to length 1; the same as `raw` when that is normalized already. */
  readonly unit: Matrix
  /** Row number of each position. */
  readonly rows: Int32Array
  /** Position of each row; -1 when it is not comparable. */
  readonly positions: Int32Array
}

export function toUsableVectors(source: VectorSet): UsableVectors {
  const { values, count, dimensions, present } = source
  const norms = new Float64Array(count)
  const usable: number[] = []
  let unitLengths = true
  for (let row = 0; row < count; row += 1) {
    if (present[row] !== 1) continue
    const norm = lengthOf(values, row * dimensions, dimensions)
    if (!Number.isFinite(norm) || norm === 0) continue
    norms[row] = norm
    usable.push(row)
    if (Math.abs(norm - 1) > 1e-4) unitLengths = false
  }

  const rows = Int32Array.from(usable)
  const positions = new Int32Array(count).fill(-1)
  rows.forEach((row, position) => {
    positions[row] = position
  })
  const compact = rows.length === count ? values : compactRows(values, rows, dimensions)
  const raw = { values: compact, count: rows.length, dimensions }
  const unit = unitLengths ? raw : { ...raw, values: scaleRows(compact, rows, norms, dimensions) }
  return { source, raw, unit, rows, positions }
}

/** Euclidean length of the vector at `start`; NaN or Infinity when a value is not finite. */
export function lengthOf(values: Float32Array, start: number, dimensions: number): number {
  let sum = 0
  for (let at = start; at < start + dimensions; at += 1) sum += (values[at] ?? 0) * (values[at] ?? 0)
  return Math.sqrt(sum)
}

function compactRows(values: Float32Array, rows: Int32Array, dimensions: number): Float32Array {
  const compact = new Float32Array(rows.length * dimensions)
  rows.forEach((row, position) => {
    compact.set(values.subarray(row * dimensions, (row + 1) * dimensions), position * dimensions)
  })
  return compact
}

function scaleRows(
  values: Float32Array,
  rows: Int32Array,
  norms: Float64Array,
  dimensions: number,
): Float32Array {
  const scaled = new Float32Array(values.length)
  rows.forEach((row, position) => {
    const factor = 1 / (norms[row] ?? 1)
    const end = (position + 1) * dimensions
    for (let at = position * dimensions; at < end; at += 1) scaled[at] = (values[at] ?? 0) * factor
  })
  return scaled
}
