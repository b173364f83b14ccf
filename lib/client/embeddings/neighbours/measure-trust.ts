import { gatherRows } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import type { Layout } from '#lib/client/embeddings/vector-set.ts'
import { findNearest } from './find-nearest.ts'
import { findNearestPlaces } from './find-nearest-places.ts'
import { takeMeasuredSample } from './measured-sample.ts'
import { shareInCommon } from './share-in-common.ts'
import type { Trust } from './trust.ts'

export const neighboursCompared = 10

/** Compares each row's true neighbours with those that it has in a picture. */
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
  const places = Float32Array.from({ length: unit.count * 2 }, (_, at) => {
    return layout[(rows[at >> 1] ?? 0) * 2 + (at % 2)] ?? NaN
  })
  const seen = yield* findNearestPlaces(places, measured, k)
  let sum = 0
  measured.forEach((position, query) => {
    const from = query * k
    const share = shareInCommon(truth.indices.subarray(from, from + k), seen.subarray(from, from + k))
    shares[rows[position] ?? 0] = share
    sum += share
  })
  return { shares, mean: sum / measured.length, k, sample }
}
