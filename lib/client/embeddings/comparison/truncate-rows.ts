import type { Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import { lengthOf } from '#lib/client/embeddings/analysis/usable-vectors.ts'

/** The first dimensions of each row, scaled to length 1; a row that is zero there stays zero. */
export function truncateRows({ values, count, dimensions }: Matrix, kept: number): Matrix {
  const cut = new Float32Array(count * kept)
  for (let row = 0; row < count; row += 1) {
    const from = row * dimensions
    const length = lengthOf(values, from, kept)
    const factor = length > 0 && Number.isFinite(length) ? 1 / length : 0
    for (let at = 0; at < kept; at += 1) cut[row * kept + at] = (values[from + at] ?? 0) * factor
  }
  return { values: cut, count, dimensions: kept }
}
