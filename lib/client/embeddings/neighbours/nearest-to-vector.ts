import { lengthOf } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import type { Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import type { Metric, Neighbour } from '#lib/client/embeddings/vector-set.ts'

/**
 * The k rows nearest to a vector, nearest first; ties by position.
 * @param matrix for `cosine` its rows have length 1, for `euclidean` they are as the API gave them
 * @param except a position that is left out, -1 for none
 * @throws Error when the vector has other dimensions, or no direction for `cosine`
 */
export function nearestToVector(
  matrix: Matrix,
  vector: Float32Array,
  { k, metric, except }: { readonly k: number; readonly metric: Metric; readonly except: number },
): Neighbour[] {
  if (vector.length !== matrix.dimensions) {
    throw new Error(
      `The vector has ${vector.length} dimensions, the others ${matrix.dimensions}: use the same model.`,
    )
  }
  const length = lengthOf(vector, 0, vector.length)
  if (!Number.isFinite(length) || (metric === 'cosine' && length === 0)) {
    throw new Error('The vector is zero or has values that are not numbers: nothing can be near to it.')
  }
  const distances = metric === 'cosine' ? toCosine(matrix, vector, length) : toEuclidean(matrix, vector)
  const order = Int32Array.from(distances, (_, position) => position).filter(position => position !== except)
  order.sort((one, other) => (distances[one] ?? 0) - (distances[other] ?? 0) || one - other)
  return Array.from(order.subarray(0, k), index => ({ index, distance: distances[index] ?? 0 }))
}

function toCosine({ values, count, dimensions }: Matrix, vector: Float32Array, length: number): Float32Array {
  const distances = new Float32Array(count)
  for (let row = 0; row < count; row += 1) {
    const start = row * dimensions
    let product = 0
    for (let at = 0; at < dimensions; at += 1) product += (values[start + at] ?? 0) * (vector[at] ?? 0)
    distances[row] = Math.max(0, 1 - product / length)
  }
  return distances
}

function toEuclidean({ values, count, dimensions }: Matrix, vector: Float32Array): Float32Array {
  const distances = new Float32Array(count)
  for (let row = 0; row < count; row += 1) {
    const start = row * dimensions
    let sum = 0
    for (let at = 0; at < dimensions; at += 1) {
      const difference = (values[start + at] ?? 0) - (vector[at] ?? 0)
      sum += difference * difference
    }
    distances[row] = Math.sqrt(sum)
  }
  return distances
}
