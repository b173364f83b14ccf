import { findClusters } from '#lib/client/embeddings/clusters/find-clusters.ts'
import { checkHealth } from '#lib/client/embeddings/comparison/check-health.ts'
import { compareTexts } from '#lib/client/embeddings/comparison/compare-texts.ts'
import { measureAgreement } from '#lib/client/embeddings/comparison/measure-agreement.ts'
import { measureDimensions } from '#lib/client/embeddings/comparison/measure-dimensions.ts'
import { exportFiles } from '#lib/client/embeddings/export/export-files.ts'
import { measureTrust } from '#lib/client/embeddings/neighbours/measure-trust.ts'
import { nearestToVector } from '#lib/client/embeddings/neighbours/nearest-to-vector.ts'
import { layOutByPca } from '#lib/client/embeddings/projection/lay-out-by-pca.ts'
import { layOutByUmap } from '#lib/client/embeddings/projection/lay-out-by-umap.ts'
import type { TextRow } from '#lib/client/embeddings/text-row.ts'
import type { Neighbour } from '#lib/client/embeddings/vector-set.ts'
import type { AnalysisOperation, InputOf, ResultOf } from './analysis-operations.ts'
import type { Task } from './task.ts'
import { toUsableVectors, type UsableVectors } from './usable-vectors.ts'

/** What the thread holds between operations. */
export interface AnalysisStore {
  rows: readonly TextRow[]
  readonly sets: Map<string, UsableVectors>
}

type Operations = {
  readonly [Name in AnalysisOperation]: (store: AnalysisStore, input: InputOf<Name>) => Task<ResultOf<Name>>
}

const operations: Operations = {
  rows: (store, { rows }) =>
    atOnce(() => {
      store.rows = rows
      return null
    }),
  load: ({ sets }, { set, vectors }) =>
    atOnce(() => {
      const usable = toUsableVectors(vectors)
      sets.set(set, usable)
      return { usable: usable.rows.length }
    }),
  unload: ({ sets }, { set }) =>
    atOnce(() => {
      sets.delete(set)
      return null
    }),
  pca: (store, { set }) => layOutByPca(setOf(store, set)),
  *umap(store, { set, ...settings }) {
    const vectors = setOf(store, set)
    return yield* layOutByUmap(vectors, groupsOf(store, vectors), settings)
  },
  neighbours: (store, { set, row, k, metric }) =>
    atOnce(() => {
      const vectors = setOf(store, set)
      const position = vectors.positions[row] ?? -1
      if (position < 0) return []
      const matrix = metric === 'cosine' ? vectors.unit : vectors.raw
      const start = position * matrix.dimensions
      const vector = matrix.values.subarray(start, start + matrix.dimensions)
      return toRowNumbers(vectors, nearestToVector(matrix, vector, { k, metric, except: position }))
    }),
  nearest: (store, { set, vector, k, metric }) =>
    atOnce(() => {
      const vectors = setOf(store, set)
      const matrix = metric === 'cosine' ? vectors.unit : vectors.raw
      return toRowNumbers(vectors, nearestToVector(matrix, vector, { k, metric, except: -1 }))
    }),
  *trust(store, { set, layout, seed }) {
    const vectors = setOf(store, set)
    return yield* measureTrust(vectors, layout, groupsOf(store, vectors), seed)
  },
  *clusters(store, { set, ...input }) {
    const vectors = setOf(store, set)
    const textOf = (row: number) => store.rows[row]?.text ?? ''
    return yield* findClusters(vectors, groupsOf(store, vectors), textOf, input)
  },
  similarity: (store, { set, rows }) => compareTexts(setOf(store, set), rows),
  agreement: (store, { first, second, seed }) =>
    measureAgreement(setOf(store, first), setOf(store, second), row => store.rows[row]?.group ?? null, seed),
  *dimensionCurve(store, { set, seed }) {
    const vectors = setOf(store, set)
    return yield* measureDimensions(vectors, groupsOf(store, vectors), seed)
  },
  health: (store, { set, ...input }) => checkHealth(setOf(store, set), store.rows, input),
  export: (store, { set, ...input }) => exportFiles(store.rows, setOf(store, set).source, input),
}

/** Begins an operation; the work is done as the task is stepped. */
export function answerOperation<Name extends AnalysisOperation>(
  store: AnalysisStore,
  name: Name,
  input: InputOf<Name>,
): Task<ResultOf<Name>> {
  return operations[name](store, input)
}

/** A task too short to be divided. */
function* atOnce<Result>(compute: () => Result): Task<Result> {
  yield 0
  return compute()
}

function setOf({ sets }: AnalysisStore, name: string): UsableVectors {
  const vectors = sets.get(name)
  if (vectors === undefined) throw new Error(`There are no vectors named ${name}.`)
  return vectors
}

function groupsOf({ rows }: AnalysisStore, vectors: UsableVectors): (string | null)[] {
  return Array.from(vectors.rows, row => rows[row]?.group ?? null)
}

function toRowNumbers({ rows }: UsableVectors, neighbours: readonly Neighbour[]): Neighbour[] {
  return neighbours.map(({ index, distance }) => ({ index: rows[index] ?? 0, distance }))
}
