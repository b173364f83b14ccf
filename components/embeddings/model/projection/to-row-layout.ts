import type { UsableVectors } from '#components/embeddings/model/analysis/usable-vectors.ts'
import type { Layout } from '#components/embeddings/model/vector-set.ts'

/** A layout of all rows from the places of the usable ones; the others have NaN. */
export function toRowLayout(places: Float32Array, { rows, positions }: UsableVectors): Layout {
  const layout = new Float32Array(positions.length * 2).fill(NaN)
  rows.forEach((row, position) => {
    layout.set(places.subarray(position * 2, position * 2 + 2), row * 2)
  })
  return layout
}
