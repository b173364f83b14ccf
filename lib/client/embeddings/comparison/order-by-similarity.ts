/**
 * An order in which similar rows stand together: clusters are joined two by two, the most similar first (average
 * linkage), and the joined ones stand side by side, turned so that their nearest ends meet.
 * @param similarities count × count, symmetric
 */
export function orderBySimilarity(similarities: Float32Array, count: number): number[] {
  const between = Float64Array.from(similarities)
  let clusters = Array.from({ length: count }, (_, row) => ({ at: row, members: [row] }))
  while (clusters.length > 1) {
    const [one, other] = mostSimilar(clusters, between, count)
    const sizes = [one.members.length, other.members.length] as const
    for (const { at } of clusters) {
      const joined =
        ((between[one.at * count + at] ?? 0) * sizes[0] + (between[other.at * count + at] ?? 0) * sizes[1]) /
        (sizes[0] + sizes[1])
      between[one.at * count + at] = joined
      between[at * count + one.at] = joined
    }
    const members = joinEnds(one.members, other.members, similarities, count)
    clusters = clusters.flatMap(cluster => {
      if (cluster === other) return []
      return cluster === one ? [{ at: one.at, members }] : [cluster]
    })
  }
  return clusters[0]?.members ?? []
}

interface Cluster {
  /** Row and column that hold its similarities. */
  readonly at: number
  readonly members: number[]
}

function mostSimilar(clusters: readonly Cluster[], between: Float64Array, count: number): [Cluster, Cluster] {
  let best: [Cluster, Cluster] | null = null
  let most = -Infinity
  for (const [index, one] of clusters.entries()) {
    for (const other of clusters.slice(index + 1)) {
      const similarity = between[one.at * count + other.at] ?? 0
      if (similarity <= most && best !== null) continue
      most = similarity
      best = [one, other]
    }
  }
  if (best === null) throw new Error('Two clusters are needed to join them.')
  return best
}

function joinEnds(
  one: readonly number[],
  other: readonly number[],
  similarities: Float32Array,
  count: number,
): number[] {
  const turns = [
    [one, other],
    [one, other.toReversed()],
    [one.toReversed(), other],
    [one.toReversed(), other.toReversed()],
  ] as const
  const meeting = ([left, right]: (typeof turns)[number]) =>
    similarities[(left.at(-1) ?? 0) * count + (right[0] ?? 0)] ?? 0
  const [left, right] = turns.reduce((best, turn) => (meeting(turn) > meeting(best) ? turn : best))
  return [...left, ...right]
}
