import type { Matrix } from '#components/embeddings/model/analysis/matrix.ts'
import type { Task } from '#components/embeddings/model/analysis/task.ts'
import type { PrincipalComponents } from './principal-components.ts'

const rowsPerPiece = 2_048

/** How far each row lies along each component: count × components. */
export function* projectRows(
  matrix: Matrix,
  { mean, directions }: PrincipalComponents,
): Task<Float32Array<ArrayBuffer>> {
  const { values, count, dimensions } = matrix
  const components = directions.length / dimensions
  const centred = new Float64Array(dimensions)
  const scores = new Float32Array(count * components)
  for (let row = 0; row < count; row += 1) {
    const start = row * dimensions
    for (let at = 0; at < dimensions; at += 1) centred[at] = (values[start + at] ?? 0) - (mean[at] ?? 0)
    for (let component = 0; component < components; component += 1) {
      const from = component * dimensions
      let sum = 0
      for (let at = 0; at < dimensions; at += 1) sum += (centred[at] ?? 0) * (directions[from + at] ?? 0)
      scores[row * components + component] = sum
    }
    if (row % rowsPerPiece === rowsPerPiece - 1) yield row / count
  }
  return scores
}
