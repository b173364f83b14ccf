import { gatherRows } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { orderBySimilarity } from './order-by-similarity.ts'
import { pairwiseSimilarities } from './pairwise-similarities.ts'
import { type SimilarityMatrix, similarityRowsMax } from './similarity-matrix.ts'

/** @throws Error when there are more rows than can be read in a table */
export function* compareTexts(vectors: UsableVectors, rows: readonly number[]): Task<SimilarityMatrix> {
  if (rows.length > similarityRowsMax) {
    throw new Error(`The matrix shows at most ${similarityRowsMax} texts, not ${rows.length}: select fewer.`)
  }
  const kept = rows.filter(row => (vectors.positions[row] ?? -1) >= 0)
  const matrix = gatherRows(
    vectors.unit,
    kept.map(row => vectors.positions[row] ?? 0),
  )
  const values = yield* pairwiseSimilarities(matrix)
  return { rows: kept, values, order: orderBySimilarity(values, kept.length) }
}
