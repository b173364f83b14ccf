import type { Matrix } from '#components/embeddings/model/analysis/matrix.ts'
import type { Task } from '#components/embeddings/model/analysis/task.ts'

/** Cosine similarities of all pairs of rows of length 1: count × count, symmetric, 1 on the diagonal. */
export function* pairwiseSimilarities({
  values,
  count,
  dimensions,
}: Matrix): Task<Float32Array<ArrayBuffer>> {
  const similarities = new Float32Array(count * count)
  for (let row = 0; row < count; row += 1) {
    similarities[row * count + row] = 1
    for (let other = row + 1; other < count; other += 1) {
      const value = Math.min(1, Math.max(-1, dotRows(values, row, other, dimensions)))
      similarities[row * count + other] = value
      similarities[other * count + row] = value
    }
    if (row % 16 === 15) yield 1 - (1 - row / count) ** 2
  }
  return similarities
}

function dotRows(values: Float32Array, one: number, other: number, dimensions: number): number {
  const from = one * dimensions
  const shift = (other - one) * dimensions
  let sum = 0
  for (let at = from; at < from + dimensions; at += 1) sum += (values[at] ?? 0) * (values[at + shift] ?? 0)
  return sum
}
