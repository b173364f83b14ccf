import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { chooseGrouping } from './choose-grouping.ts'
import type { ClusterInput, ClusterResult } from './cluster-result.ts'
import { typicalWords } from './typical-words.ts'

/**
 * Groups the rows by what their vectors say and names each group by its words.
 * @param textOf the text of a row
 * @throws Error when no row can be grouped
 */
export function* findClusters(
  vectors: UsableVectors,
  groups: readonly (string | null)[],
  textOf: (row: number) => string,
  input: ClusterInput,
): Task<ClusterResult> {
  const { grouping, silhouette } = yield* chooseGrouping(vectors.unit, groups, input)
  const members = Array.from({ length: grouping.centroids.count }, (): number[] => [])
  grouping.assignments.forEach((centroid, position) => members[centroid]?.push(position))
  const ordered = members
    .filter(list => list.length > 0)
    .toSorted((one, other) => other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0))

  const assignments = new Int32Array(vectors.positions.length).fill(-1)
  const rowOf = (position: number) => vectors.rows[position] ?? 0
  ordered.forEach((list, id) => {
    for (const position of list) assignments[rowOf(position)] = id
  })
  const distanceOf = (position: number) => grouping.distances[position] ?? Infinity
  const fromMiddle = ordered.map(list =>
    list.toSorted((one, other) => distanceOf(one) - distanceOf(other) || one - other),
  )
  const words = typicalWords(fromMiddle.map(list => list.map(position => textOf(rowOf(position)))))
  const clusters = ordered.map((list, id) => ({
    id,
    size: list.length,
    words: words[id] ?? [],
    centreRow: rowOf(fromMiddle[id]?.[0] ?? 0),
  }))
  return { assignments, clusters, silhouette }
}
