import { gatherRows } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { findNearest } from '#lib/client/embeddings/neighbours/find-nearest.ts'
import { takeMeasuredSample } from '#lib/client/embeddings/neighbours/measured-sample.ts'
import type { FairSample } from '#lib/client/embeddings/projection/fair-sample.ts'
import type { TextRow } from '#lib/client/embeddings/text-row.ts'
import { type NearDuplicate, nearDuplicateSimilarity } from './vector-health.ts'

const neighboursLookedAt = 5
const pairsMax = 200

/**
 * The pairs of rows that are nearly the same, most alike first, at most 200.
 * @param isKnown whether a pair is listed elsewhere already
 */
export function* findNearDuplicates(
  { unit, rows }: UsableVectors,
  texts: readonly TextRow[],
  seed: number,
  isKnown: (one: number, other: number) => boolean,
): Task<{ readonly pairs: NearDuplicate[]; readonly sample: FairSample | null }> {
  const k = Math.max(0, Math.min(neighboursLookedAt, unit.count - 1))
  if (k === 0) return { pairs: [], sample: null }
  const groups = Array.from(rows, row => texts[row]?.group ?? null)
  const { positions, sample } = takeMeasuredSample(groups, unit.dimensions, seed)
  const queries = sample === null ? unit : gatherRows(unit, positions)
  const { indices, distances } = yield* findNearest({ base: unit, queries, k, own: positions })

  const pairs = new Map<string, NearDuplicate>()
  indices.forEach((index, at) => {
    const similarity = 1 - (distances[at] ?? 1)
    if (index < 0 || similarity < nearDuplicateSimilarity) return
    const self = rows[positions[Math.floor(at / k)] ?? 0] ?? 0
    const other = rows[index] ?? 0
    if (isKnown(self, other)) return
    const [first, second] = self < other ? [self, other] : [other, self]
    pairs.set(`${first} ${second}`, { first, second, similarity })
  })
  const sorted = [...pairs.values()].toSorted(
    (one, other) => other.similarity - one.similarity || one.first - other.first || one.second - other.second,
  )
  return { pairs: sorted.slice(0, pairsMax), sample }
}
