import { gatherRows } from '#lib/client/embeddings/analysis/matrix.ts'
import { partOf } from '#lib/client/embeddings/analysis/part-of.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { findNearest } from '#lib/client/embeddings/neighbours/find-nearest.ts'
import { takeMeasuredSample } from '#lib/client/embeddings/neighbours/measured-sample.ts'
import { neighboursCompared } from '#lib/client/embeddings/neighbours/measure-trust.ts'
import { shareInCommon } from '#lib/client/embeddings/neighbours/share-in-common.ts'
import type { Agreement } from './agreement.ts'

/** Compares the neighbours that two models give each text, among the texts that both have. */
export function* measureAgreement(
  first: UsableVectors,
  second: UsableVectors,
  groupOf: (row: number) => string | null,
  seed: number,
): Task<Agreement> {
  const shared = first.rows.filter(row => (second.positions[row] ?? -1) >= 0)
  const k = Math.max(0, Math.min(neighboursCompared, shared.length - 1))
  if (k === 0) return { rows: [], mean: NaN, k, sample: null }

  const dimensions = first.unit.dimensions + second.unit.dimensions
  const { positions, sample } = takeMeasuredSample(Array.from(shared, groupOf), dimensions, seed)
  const one = yield* partOf(nearestShared(first, shared, positions, k), 0, 0.5)
  const other = yield* partOf(nearestShared(second, shared, positions, k), 0.5, 1)
  const rows = Array.from(positions, (position, query) => ({
    row: shared[position] ?? 0,
    overlap: shareInCommon(
      one.subarray(query * k, (query + 1) * k),
      other.subarray(query * k, (query + 1) * k),
    ),
  }))
  return {
    rows: rows.toSorted((a, b) => a.overlap - b.overlap || a.row - b.row),
    mean: rows.reduce((sum, { overlap }) => sum + overlap, 0) / rows.length,
    k,
    sample,
  }
}

function* nearestShared(
  { unit, positions }: UsableVectors,
  shared: Int32Array,
  measured: Int32Array,
  k: number,
): Task<Int32Array> {
  const base =
    shared.length === unit.count
      ? unit
      : gatherRows(
          unit,
          shared.map(row => positions[row] ?? 0),
        )
  const table = yield* findNearest({ base, queries: gatherRows(base, measured), k, own: measured })
  return table.indices
}
