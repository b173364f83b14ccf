import { UMAP } from 'umap-js'
import { gatherRows, type Matrix } from '#lib/client/embeddings/analysis/matrix.ts'
import { partOf } from '#lib/client/embeddings/analysis/part-of.ts'
import { seededRandom } from '#lib/client/embeddings/analysis/seeded-random.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import { findNearest, type NearestTable } from '#lib/client/embeddings/neighbours/find-nearest.ts'
import { takeFairSample } from './fair-sample.ts'
import { fitToSquare } from './fit-to-square.ts'
import { placeByNeighbours } from './place-by-neighbours.ts'
import { findPrincipalComponents } from './principal-components.ts'
import { projectRows } from './project-rows.ts'
import { toRowLayout } from './to-row-layout.ts'
import { umapPointsMax, type UmapLayout, type UmapSettings } from './umap-layout.ts'

/**
 * Lays rows out so that neighbours by cosine stay neighbours; the same for the same settings.
 * @param groups of each position; a sample has its share of every group
 * @throws Error when there are too few rows to have neighbours
 */
export function* layOutByUmap(
  vectors: UsableVectors,
  groups: readonly (string | null)[],
  settings: UmapSettings,
): Task<UmapLayout> {
  const { count } = vectors.unit
  if (count < 4) throw new Error(`UMAP needs at least 4 texts with a vector; there are ${count}.`)
  const positions = takeFairSample(groups, umapPointsMax, settings.seed)
  const sampled = positions.length < count
  const matrix = sampled ? gatherRows(vectors.unit, positions) : vectors.unit
  const places = yield* partOf(layOut(matrix, settings), 0, sampled ? 0.5 : 1)
  if (!sampled) return { layout: toRowLayout(places, vectors), sample: null }

  const all = yield* partOf(placeByNeighbours(vectors.unit, matrix, positions, places), 0.5, 1)
  return {
    layout: toRowLayout(all, vectors),
    sample: { size: positions.length, of: count, seed: settings.seed },
  }
}

function* layOut(matrix: Matrix, { neighbours, minDist, seed }: UmapSettings): Task<Float32Array> {
  const { count } = matrix
  const nNeighbors = Math.max(2, Math.min(neighbours, count - 1))
  const own = Int32Array.from({ length: count }, (_, row) => row)
  const table = yield* partOf(findNearest({ base: matrix, queries: matrix, k: nNeighbors - 1, own }), 0, 0.3)
  const umap = new UMAP({ nNeighbors, minDist, random: seededRandom(seed) })
  umap.setPrecomputedKNN(...withSelf(table, count))
  const epochs = umap.initializeFit(Array.from({ length: count }, () => []))
  yield* startFromPca(matrix, umap.getEmbedding(), seededRandom(seed))
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    umap.step()
    yield 0.3 + (0.7 * epoch) / epochs
  }
  return fitToSquare(Float32Array.from(umap.getEmbedding().flat()))
}

/** The library counts each point as its own first neighbour. */
function withSelf({ k, indices, distances }: NearestTable, count: number): [number[][], number[][]] {
  const rows = Array.from({ length: count }, (_, row) => row)
  return [
    rows.map(row => [row, ...indices.subarray(row * k, (row + 1) * k)]),
    rows.map(row => [0, ...distances.subarray(row * k, (row + 1) * k)]),
  ]
}

/** Far groups then stand as they do in the original space, and points travel less than from places by chance. */
function* startFromPca(matrix: Matrix, embedding: number[][], random: () => number): Task<void> {
  if (matrix.dimensions < 2) return
  const components = yield* findPrincipalComponents(matrix, 2)
  const start = fitToSquare(yield* projectRows(matrix, components))
  embedding.forEach((place, row) => {
    // A little noise parts texts with the same vector, which nothing else would.
    place[0] = (start[row * 2] ?? 0) * 10 + (random() - 0.5) * 0.001
    place[1] = (start[row * 2 + 1] ?? 0) * 10 + (random() - 0.5) * 0.001
  })
}
