import { gatherRows, type Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import { partOf } from '#lib/client/embeddings/analysis/part-of.ts'
import { seededRandom } from '#lib/client/embeddings/analysis/seeded-random.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { pairwiseSimilarities } from '#lib/client/embeddings/comparison/pairwise-similarities.ts'
import { takeFairSample } from '#lib/client/embeddings/projection/fair-sample.ts'
import type { ClusterInput } from './cluster-result.ts'
import { assignRows, type Grouping, groupByKMeans, refineGrouping } from './k-means.ts'
import { meanSilhouette } from './silhouette.ts'

/** Rows on which numbers of clusters are compared. */
const judgedRows = 800
/** Rows that move the centroids in the end. */
const refinedRows = 20_000
const clustersMax = 50
const autoMax = 12
/** Tries with other first centroids; the one with the clearest groups is kept. */
const tries = 3

export interface ChosenGrouping {
  readonly grouping: Grouping
  readonly silhouette: number
}

/** Groups all rows (of length 1), by a number of clusters that is given or found on a fair sample. */
export function* chooseGrouping(
  matrix: Matrix,
  groups: readonly (string | null)[],
  { k, seed }: ClusterInput,
): Task<ChosenGrouping> {
  const positions = takeFairSample(groups, judgedRows, seed)
  const judged = positions.length < matrix.count ? gatherRows(matrix, positions) : matrix
  const similarities = yield* partOf(pairwiseSimilarities(judged), 0, 0.2)
  const counts = countsToTry(k, judged.count)
  let best: ChosenGrouping | null = null
  for (const [index, count] of counts.entries()) {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const grouping: Grouping = yield* groupByKMeans(judged, count, seededRandom(seed + attempt))
      const silhouette = meanSilhouette(similarities, grouping.assignments, count)
      if (best === null || silhouette > best.silhouette) best = { grouping, silhouette }
    }
    yield 0.2 + (0.6 * (index + 1)) / counts.length
  }
  if (best === null) throw new Error('There is no vector to group.')
  if (judged === matrix) return best

  const refinedPositions = takeFairSample(groups, refinedRows, seed)
  const refined = refinedPositions.length < matrix.count ? gatherRows(matrix, refinedPositions) : matrix
  const { centroids } = yield* partOf(refineGrouping(refined, best.grouping.centroids), 0.8, 0.95)
  const grouping = yield* partOf(assignRows(matrix, centroids), 0.95, 1)
  const sampled = positions.map(position => grouping.assignments[position] ?? 0)
  return { grouping, silhouette: meanSilhouette(similarities, sampled, centroids.count) }
}

function countsToTry(k: ClusterInput['k'], rows: number): number[] {
  if (rows === 0) return []
  if (k !== 'auto') return [Math.max(1, Math.min(Math.floor(k), clustersMax, rows))]
  // As many clusters as rows would be clear and say nothing.
  const most = Math.max(1, Math.min(autoMax, Math.floor(rows / 2)))
  return most === 1 ? [1] : Array.from({ length: most - 1 }, (_, index) => index + 2)
}
