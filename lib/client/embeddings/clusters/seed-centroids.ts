import { gatherRows, type Matrix } from '#lib/client/embeddings/analysis/matrix.ts'

/** First centroids far from each other (k-means++): each is a row, the likelier the farther it is from those before. */
export function seedCentroids(matrix: Matrix, k: number, random: () => number): Matrix {
  const chosen = [Math.floor(random() * matrix.count)]
  const nearest = new Float64Array(matrix.count).fill(Infinity)
  while (chosen.length < k) {
    shorten(nearest, matrix, chosen.at(-1) ?? 0)
    chosen.push(drawRow(nearest, random))
  }
  return gatherRows(matrix, chosen)
}

function shorten(nearest: Float64Array, { values, count, dimensions }: Matrix, chosen: number): void {
  const from = chosen * dimensions
  for (let row = 0; row < count; row += 1) {
    const start = row * dimensions
    let product = 0
    for (let at = 0; at < dimensions; at += 1) product += (values[start + at] ?? 0) * (values[from + at] ?? 0)
    nearest[row] = Math.min(nearest[row] ?? 0, Math.max(0, 1 - product))
  }
}

/** A row by chance, with the cosine distance (half the squared Euclidean one) as its weight. */
function drawRow(weights: Float64Array, random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  for (let row = 0; row < weights.length; row += 1) {
    left -= weights[row] ?? 0
    if (left < 0) return row
  }
  return Math.floor(random() * weights.length)
}
