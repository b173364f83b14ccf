/**
 * How clearly rows belong to their own cluster rather than to the next, -1 to 1, as the mean of all rows.
 * @param similarities cosine similarities, count × count
 * @param assignments cluster of each row, 0 to k − 1
 * @returns NaN when all rows are in one cluster
 */
export function meanSilhouette(similarities: Float32Array, assignments: Int32Array, k: number): number {
  const count = assignments.length
  const sizes = new Int32Array(k)
  for (const cluster of assignments) sizes[cluster] = (sizes[cluster] ?? 0) + 1
  if (sizes.filter(size => size > 0).length < 2) return NaN

  let total = 0
  const sums = new Float64Array(k)
  for (let row = 0; row < count; row += 1) {
    sums.fill(0)
    for (let other = 0; other < count; other += 1) {
      const cluster = assignments[other] ?? 0
      sums[cluster] = (sums[cluster] ?? 0) + 1 - (similarities[row * count + other] ?? 0)
    }
    total += silhouetteOf(assignments[row] ?? 0, sums, sizes)
  }
  return total / count
}

function silhouetteOf(own: number, sums: Float64Array, sizes: Int32Array): number {
  const ownSize = sizes[own] ?? 0
  // A cluster of one says nothing about how well it holds together.
  if (ownSize < 2) return 0
  const within = (sums[own] ?? 0) / (ownSize - 1)
  let next = Infinity
  sums.forEach((sum, cluster) => {
    const size = sizes[cluster] ?? 0
    if (cluster !== own && size > 0) next = Math.min(next, sum / size)
  })
  const larger = Math.max(within, next)
  return larger > 0 ? (next - within) / larger : 0
}
