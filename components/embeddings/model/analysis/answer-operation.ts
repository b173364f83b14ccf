import { findClusters, pairwiseSimilarities } from '#components/embeddings/model/clusters.ts'
import { checkHealth } from '#components/embeddings/model/health.ts'
import { exportFiles } from '#components/embeddings/model/export/export-files.ts'
import {
  measureFidelity,
  neighborsCompared,
  shareInCommon,
  findNearest,
  takeMeasuredSample,
} from '#components/embeddings/model/neighbors.ts'
import {
  projectByUmap,
  toRowLayout,
  fitToSquare,
  projectRows,
} from '#components/embeddings/model/projection/project-by-umap.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { Neighbour, Metric } from '#components/embeddings/model/vector-set.ts'
import type { AnalysisOperation, InputOf, PcaLayout, ResultOf } from './analysis-operations.ts'
import type { Task } from './task.ts'
import { toUsableVectors, type UsableVectors, lengthOf } from './usable-vectors.ts'
import { gatherRows, type Matrix } from './matrix.ts'
import {
  type SimilarityMatrix,
  similarityRowsMax,
} from '#components/embeddings/model/comparison/similarity-matrix.ts'
import { findPrincipalComponents } from '#components/embeddings/model/pca.ts'
import type { DimensionCurve } from '#components/embeddings/model/comparison/dimension-curve.ts'
import { partOf } from './part-of.ts'
import type { Agreement } from '#components/embeddings/model/comparison/agreement.ts'

/** State of the worker between operations. */
export interface AnalysisStore {
  rows: readonly TextRow[]
  readonly sets: Map<string, UsableVectors>
}

type Operations = {
  readonly [Name in AnalysisOperation]: (store: AnalysisStore, input: InputOf<Name>) => Task<ResultOf<Name>>
}

const smallest = 8

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
  pca: (store, { set }) => projectByPca(setOf(store, set)),
  *umap(store, { set, ...settings }) {
    const vectors = setOf(store, set)
    return yield* projectByUmap(vectors, groupsOf(store, vectors), settings)
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
  *fidelity(store, { set, layout, seed }) {
    const vectors = setOf(store, set)
    return yield* measureFidelity(vectors, layout, groupsOf(store, vectors), seed)
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

/** Starts an operation; stepping the task does the work. */
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

/** @throws Error when there are more rows than a readable table can have */
export function* compareTexts(vectors: UsableVectors, rows: readonly number[]): Task<SimilarityMatrix> {
  if (rows.length > similarityRowsMax) {
    throw new Error(
      `The matrix is limited to ${similarityRowsMax} texts; ${rows.length} are selected. Select fewer.`,
    )
  }
  const kept = rows.filter(row => (vectors.positions[row] ?? -1) >= 0)
  const matrix = gatherRows(
    vectors.unit,
    kept.map(row => vectors.positions[row] ?? 0),
  )
  const values = yield* pairwiseSimilarities(matrix)
  return { rows: kept, values, order: orderBySimilarity(values, kept.length) }
}

/**
 * An order that groups similar rows: hierarchical clustering with average linkage, where merged clusters are
 * oriented so that their nearest ends meet.
 * @param similarities count × count, symmetric
 */
function orderBySimilarity(similarities: Float32Array, count: number): number[] {
  const between = Float64Array.from(similarities)
  let clusters = Array.from({ length: count }, (_, row) => ({ at: row, members: [row] }))
  while (clusters.length > 1) {
    const [one, other] = mostSimilar(clusters, between, count)
    const sizes = [one.members.length, other.members.length] as const
    for (const { at } of clusters) {
      const joined =
        ((between[one.at * count + at] ?? 0) * sizes[0] + (between[other.at * count + at] ?? 0) * sizes[1]) /
        (sizes[0] + sizes[1])
      between[one.at * count + at] = joined
      between[at * count + one.at] = joined
    }
    const members = joinEnds(one.members, other.members, similarities, count)
    clusters = clusters.flatMap(cluster => {
      if (cluster === other) return []
      return cluster === one ? [{ at: one.at, members }] : [cluster]
    })
  }
  return clusters[0]?.members ?? []
}

interface Cluster {
  /** Row and column that store its similarities. */
  readonly at: number
  readonly members: number[]
}

function mostSimilar(clusters: readonly Cluster[], between: Float64Array, count: number): [Cluster, Cluster] {
  let best: [Cluster, Cluster] | null = null
  let most = -Infinity
  for (const [index, one] of clusters.entries()) {
    for (const other of clusters.slice(index + 1)) {
      const similarity = between[one.at * count + other.at] ?? 0
      if (similarity <= most && best !== null) continue
      most = similarity
      best = [one, other]
    }
  }
  if (best === null) throw new Error('Merging needs at least two clusters.')
  return best
}

function joinEnds(
  one: readonly number[],
  other: readonly number[],
  similarities: Float32Array,
  count: number,
): number[] {
  const turns = [
    [one, other],
    [one, other.toReversed()],
    [one.toReversed(), other],
    [one.toReversed(), other.toReversed()],
  ] as const
  const meeting = ([left, right]: (typeof turns)[number]) =>
    similarities[(left.at(-1) ?? 0) * count + (right[0] ?? 0)] ?? 0
  const [left, right] = turns.reduce((best, turn) => (meeting(turn) > meeting(best) ? turn : best))
  return [...left, ...right]
}

/** @throws Error when no row has a usable vector */
export function* projectByPca(vectors: UsableVectors): Task<PcaLayout> {
  if (vectors.unit.count === 0) throw new Error('There is no vector for a layout.')
  const components = yield* findPrincipalComponents(vectors.unit, Math.min(2, vectors.unit.dimensions))
  const scores = yield* projectRows(vectors.unit, components)
  const positions = vectors.unit.dimensions === 1 ? onOneLine(scores) : scores
  return {
    layout: toRowLayout(fitToSquare(positions), vectors),
    explained: [components.explained[0] ?? 0, components.explained[1] ?? 0],
  }
}

function onOneLine(scores: Float32Array): Float32Array {
  const positions = new Float32Array(scores.length * 2)
  scores.forEach((score, row) => (positions[row * 2] = score))
  return positions
}

/** Recall of the ten nearest neighbors at 8, 16, 32, … dimensions and at full size, against full size. */
export function* measureDimensions(
  { unit }: UsableVectors,
  groups: readonly (string | null)[],
  seed: number,
): Task<DimensionCurve> {
  const k = Math.max(0, Math.min(neighborsCompared, unit.count - 1))
  if (k === 0) return { points: [], k, sample: null }

  const steps = dimensionSteps(unit.dimensions)
  // The steps add up to about twice the full size; a curve may take as long as one neighbor search.
  const { positions, sample } = takeMeasuredSample(groups, 3 * unit.dimensions, seed)
  const nearest = function* (matrix: Matrix): Task<Int32Array> {
    const queries = gatherRows(matrix, positions)
    return (yield* findNearest({ base: matrix, queries, k, own: positions })).indices
  }
  const truth = yield* nearest(unit)
  const points: { dimensions: number; recall: number }[] = []
  for (const dimensions of steps) {
    const found = dimensions === unit.dimensions ? truth : yield* nearest(truncateRows(unit, dimensions))
    points.push({ dimensions, recall: meanInCommon(truth, found, k) })
    yield points.length / steps.length
  }
  return { points, k, sample }
}

function dimensionSteps(full: number): number[] {
  const steps: number[] = []
  for (let dimensions = smallest; dimensions < full; dimensions *= 2) steps.push(dimensions)
  return [...steps, full]
}

function meanInCommon(truth: Int32Array, found: Int32Array, k: number): number {
  let sum = 0
  for (let at = 0; at < truth.length; at += k) {
    sum += shareInCommon(truth.subarray(at, at + k), found.subarray(at, at + k))
  }
  return sum / (truth.length / k)
}

/** The first dimensions of each row, normalized to length 1; a row that becomes zero stays zero. */
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

/**
 * The k rows nearest to a vector, nearest first; ties by position.
 * @param matrix for `cosine` its rows have length 1, for `euclidean` they are as returned by the API
 * @param except an excluded position, -1 for none
 * @throws Error when the vector has other dimensions, or is zero for `cosine`
 */
export function nearestToVector(
  matrix: Matrix,
  vector: Float32Array,
  { k, metric, except }: { readonly k: number; readonly metric: Metric; readonly except: number },
): Neighbour[] {
  if (vector.length !== matrix.dimensions) {
    throw new Error(
      `The vector has ${vector.length} dimensions, the others ${matrix.dimensions}. Use the same model.`,
    )
  }
  const length = lengthOf(vector, 0, vector.length)
  if (!Number.isFinite(length) || (metric === 'cosine' && length === 0)) {
    throw new Error('The vector is zero or has NaN values, so it has no nearest neighbors.')
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

/** Compares the neighbors of each text in two models, among the texts in both. */
export function* measureAgreement(
  first: UsableVectors,
  second: UsableVectors,
  groupOf: (row: number) => string | null,
  seed: number,
): Task<Agreement> {
  const shared = first.rows.filter(row => (second.positions[row] ?? -1) >= 0)
  const k = Math.max(0, Math.min(neighborsCompared, shared.length - 1))
  if (k === 0) return { rows: [], mean: NaN, k, sample: null }

  const dimensions = first.unit.dimensions + second.unit.dimensions
  const { positions, sample } = takeMeasuredSample(Array.from(shared, groupOf), dimensions, seed)
  const one = yield* partOf(nearestShared(first, shared, positions, k), 0, 0.5)
  const other = yield* partOf(nearestShared(second, shared, positions, k), 0.5, 1)
  const rows = Array.from(positions, (position, query) => ({
    row: shared[position] ?? 0,
    overlap: shareInCommon(
      one.subarray(query * k, (query + 1) * k),
      other.subarray(query * k, (query + 1) * k),
    ),
  }))
  return {
    rows: rows.toSorted((a, b) => a.overlap - b.overlap || a.row - b.row),
    mean: rows.reduce((sum, { overlap }) => sum + overlap, 0) / rows.length,
    k,
    sample,
  }
}

function* nearestShared(
  { unit, positions }: UsableVectors,
  shared: Int32Array,
  measured: Int32Array,
  k: number,
): Task<Int32Array> {
  const base =
    shared.length === unit.count
      ? unit
      : gatherRows(
          unit,
          shared.map(row => positions[row] ?? 0),
        )
  const table = yield* findNearest({ base, queries: gatherRows(base, measured), k, own: measured })
  return table.indices
}
