import { gatherRows, type Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { truncateRows } from './truncate-rows.ts'
import { findNearest } from '#lib/client/embeddings/neighbours/find-nearest.ts'
import { neighboursCompared } from '#lib/client/embeddings/neighbours/measure-trust.ts'
import { takeMeasuredSample } from '#lib/client/embeddings/neighbours/measured-sample.ts'
import { shareInCommon } from '#lib/client/embeddings/neighbours/share-in-common.ts'
import type { DimensionCurve } from './dimension-curve.ts'

const smallest = 8

/** Recall of the ten nearest neighbours at 8, 16, 32, … dimensions and at all, against those at all. */
export function* measureDimensions(
  { unit }: UsableVectors,
  groups: readonly (string | null)[],
  seed: number,
): Task<DimensionCurve> {
  const k = Math.max(0, Math.min(neighboursCompared, unit.count - 1))
  if (k === 0) return { points: [], k, sample: null }

  const steps = dimensionSteps(unit.dimensions)
  // The steps add up to about twice the full size; a curve may take as long as one comparison of neighbours.
  const { positions, sample } = takeMeasuredSample(groups, 3 * unit.dimensions, seed)
  const nearest = function* (matrix: Matrix): Task<Int32Array> {
    const queries = gatherRows(matrix, positions)
    return (yield* findNearest({ base: matrix, queries, k, own: positions })).indices
  }
  const truth = yield* nearest(unit)
  const points: { dimensions: number; recall: number }[] = []
  for (const dimensions of steps) {
    const found = dimensions === unit.dimensions ? truth : yield* nearest(truncateRows(unit, dimensions))
    points.push({ dimensions, recall: meanInCommon(truth, found, k) })
    yield points.length / steps.length
  }
  return { points, k, sample }
}

function dimensionSteps(full: number): number[] {
  const steps: number[] = []
  for (let dimensions = smallest; dimensions < full; dimensions *= 2) steps.push(dimensions)
  return [...steps, full]
}

function meanInCommon(truth: Int32Array, found: Int32Array, k: number): number {
  let sum = 0
  for (let at = 0; at < truth.length; at += k) {
    sum += shareInCommon(truth.subarray(at, at + k), found.subarray(at, at + k))
  }
  return sum / (truth.length / k)
}
