import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { fitToSquare } from './fit-to-square.ts'
import type { PcaLayout } from './pca-layout.ts'
import { findPrincipalComponents } from './principal-components.ts'
import { projectRows } from './project-rows.ts'
import { toRowLayout } from './to-row-layout.ts'

/** @throws Error when no row can be placed */
export function* layOutByPca(vectors: UsableVectors): Task<PcaLayout> {
  if (vectors.unit.count === 0) throw new Error('There is no vector to lay out.')
  const components = yield* findPrincipalComponents(vectors.unit, Math.min(2, vectors.unit.dimensions))
  const scores = yield* projectRows(vectors.unit, components)
  const places = vectors.unit.dimensions === 1 ? onOneLine(scores) : scores
  return {
    layout: toRowLayout(fitToSquare(places), vectors),
    explained: [components.explained[0] ?? 0, components.explained[1] ?? 0],
  }
}

function onOneLine(scores: Float32Array): Float32Array {
  const places = new Float32Array(scores.length * 2)
  scores.forEach((score, row) => (places[row * 2] = score))
  return places
}
