import { defaultTokensPerByte } from '#components/playground/form/model/estimate.ts'
import type { Task } from './analysis/task.ts'
import { lengthOf, type UsableVectors } from './analysis/usable-vectors.ts'
import type { TextRow } from './text-row.ts'
import type { VectorSet } from './vector-set.ts'
import { gatherRows } from './analysis/matrix.ts'
import { findNearest, takeMeasuredSample } from './neighbors.ts'
import type { StratifiedSample } from './analysis/stratified-sample.ts'

export const nearDuplicateSimilarity = 0.98

/** Known problems of the vectors, to judge how reliable a layout is. Rows are the viewer's row numbers. */
export interface VectorHealth {
  readonly rows: number
  readonly dimensions: number
  /** Rows without a vector: their batch failed or was stopped. */
  readonly missing: readonly number[]
  /** Rows with a value that is not a finite number. */
  readonly notFinite: readonly number[]
  readonly zero: readonly number[]
  /** Lengths of the finite vectors; null without any. `unit` is the number of lengths within 0.001 of 1. */
  readonly norms: NormSummary | null
  /** Groups of rows with the same text, trimmed. */
  readonly duplicateTexts: readonly (readonly number[])[]
  /** Groups of rows with bitwise equal vectors but different texts. */
  readonly duplicateVectors: readonly (readonly number[])[]
  /** Pairs above `nearDuplicateSimilarity` that are in neither list above, most similar first. */
  readonly nearDuplicates: readonly NearDuplicate[]
  /** Null when every row was checked for near duplicates. */
  readonly nearSample: StratifiedSample | null
  /** Rows with whitespace-only text. */
  readonly emptyTexts: readonly number[]
  /** Rows whose text probably exceeds the context window, by estimate; empty when it is unknown. */
  readonly cutTexts: readonly number[]
}

export interface NormSummary {
  readonly min: number
  readonly mean: number
  readonly max: number
  readonly unit: number
}

export interface NearDuplicate {
  readonly first: number
  readonly second: number
  /** Cosine similarity. */
  readonly similarity: number
}

const unitTolerance = 0.001
const encoder = new TextEncoder()

/** @param windowTokens context window of the model; null when unknown */
export function* checkHealth(
  vectors: UsableVectors,
  rows: readonly TextRow[],
  { windowTokens, seed }: { readonly windowTokens: number | null; readonly seed: number },
): Task<VectorHealth> {
  const { source } = vectors
  const lengths = Float64Array.from({ length: source.count }, (_, row) =>
    lengthOf(source.values, row * source.dimensions, source.dimensions),
  )
  const where = (test: (row: number) => boolean) =>
    Array.from({ length: source.count }, (_, row) => row).filter(test)
  const isThere = (row: number) => source.present[row] === 1
  yield 0

  const duplicateTexts = groupRows(rows.map(({ text }) => text.trim())).filter(
    group => rows[group[0] ?? 0]?.text.trim() !== '',
  )
  const twin = markGroups(duplicateTexts, source.count)
  const equal = findEqualVectors(vectors)
  const duplicateVectors = equal.filter(group => !isOneText(group, twin))
  const equalTwin = markGroups(equal, source.count)
  const { pairs, sample } = yield* findNearDuplicates(vectors, rows, seed, (one, other) =>
    [twin, equalTwin].some(mark => (mark[one] ?? -1) >= 0 && mark[one] === mark[other]),
  )
  return {
    rows: source.count,
    dimensions: source.dimensions,
    missing: where(row => !isThere(row)),
    notFinite: where(row => isThere(row) && !isFiniteRow(source, row)),
    zero: where(row => isThere(row) && lengths[row] === 0),
    norms: summarise(lengths.filter((length, row) => isThere(row) && Number.isFinite(length))),
    duplicateTexts,
    duplicateVectors,
    nearDuplicates: pairs,
    nearSample: sample,
    emptyTexts: where(row => rows[row]?.text.trim() === ''),
    cutTexts: windowTokens === null ? [] : where(row => estimateTokens(rows[row]?.text ?? '') > windowTokens),
  }
}

function isFiniteRow({ values, dimensions }: VectorSet, row: number): boolean {
  return values.subarray(row * dimensions, (row + 1) * dimensions).every(Number.isFinite)
}

function summarise(lengths: Float64Array): NormSummary | null {
  if (lengths.length === 0) return null
  return {
    min: lengths.reduce((least, length) => Math.min(least, length)),
    mean: lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
    max: lengths.reduce((most, length) => Math.max(most, length)),
    unit: lengths.filter(length => Math.abs(length - 1) <= unitTolerance).length,
  }
}

/** Groups of two or more rows with the same key, in the order of their first row. */
function groupRows(keys: readonly string[]): number[][] {
  const byKey = new Map<string, number[]>()
  keys.forEach((key, row) => {
    const group = byKey.get(key)
    if (group) group.push(row)
    else byKey.set(key, [row])
  })
  return [...byKey.values()].filter(group => group.length > 1)
}

/** Group number of each row; -1 for none. */
function markGroups(groups: readonly (readonly number[])[], count: number): Int32Array {
  const marks = new Int32Array(count).fill(-1)
  groups.forEach((group, index) => {
    for (const row of group) marks[row] = index
  })
  return marks
}

function isOneText(group: readonly number[], twin: Int32Array): boolean {
  const first = twin[group[0] ?? 0] ?? -1
  return first >= 0 && group.every(row => twin[row] === first)
}

function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length * defaultTokensPerByte)
}

/** Groups of two or more rows with bitwise equal vectors, in the order of their first row. */
function findEqualVectors({ raw, rows }: UsableVectors): number[][] {
  const bits = new Uint32Array(raw.values.buffer, raw.values.byteOffset, raw.values.length)
  const isEqual = (one: number, other: number) => {
    for (let at = 0; at < raw.dimensions; at += 1) {
      if (bits[one * raw.dimensions + at] !== bits[other * raw.dimensions + at]) return false
    }
    return true
  }
  // By hash first; rows with the same hash are compared with the first of each group, because hashes may
  // collide.
  const byHash = new Map<number, number[][]>()
  for (let position = 0; position < raw.count; position += 1) {
    const hash = hashOf(bits, position * raw.dimensions, raw.dimensions)
    const groups = byHash.get(hash) ?? []
    const group = groups.find(([first]) => first !== undefined && isEqual(first, position))
    if (group) group.push(position)
    else groups.push([position])
    byHash.set(hash, groups)
  }
  return [...byHash.values()]
    .flat()
    .filter(group => group.length > 1)
    .map(group => group.map(position => rows[position] ?? 0))
}

/** FNV-1a over 32-bit words. */
function hashOf(bits: Uint32Array, start: number, length: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < start + length; at += 1) hash = Math.imul(hash ^ (bits[at] ?? 0), 0x01000193)
  return hash
}

const neighboursLookedAt = 5
const pairsMax = 200

/**
 * Near-duplicate pairs of rows, most similar first, at most 200.
 * @param isKnown whether a pair is already listed elsewhere
 */
function* findNearDuplicates(
  { unit, rows }: UsableVectors,
  texts: readonly TextRow[],
  seed: number,
  isKnown: (one: number, other: number) => boolean,
): Task<{ readonly pairs: NearDuplicate[]; readonly sample: StratifiedSample | null }> {
  const k = Math.max(0, Math.min(neighboursLookedAt, unit.count - 1))
  if (k === 0) return { pairs: [], sample: null }
  const groups = Array.from(rows, row => texts[row]?.group ?? null)
  const { positions, sample } = takeMeasuredSample(groups, unit.dimensions, seed)
  const queries = sample === null ? unit : gatherRows(unit, positions)
  const { indices, distances } = yield* findNearest({ base: unit, queries, k, own: positions })

  const pairs = new Map<string, NearDuplicate>()
  indices.forEach((index, at) => {
    const similarity = 1 - (distances[at] ?? 1)
    if (index < 0 || similarity < nearDuplicateSimilarity) return
    const self = rows[positions[Math.floor(at / k)] ?? 0] ?? 0
    const other = rows[index] ?? 0
    if (isKnown(self, other)) return
    const [first, second] = self < other ? [self, other] : [other, self]
    pairs.set(`${first} ${second}`, { first, second, similarity })
  })
  const sorted = [...pairs.values()].toSorted(
    (one, other) => other.similarity - one.similarity || one.first - other.first || one.second - other.second,
  )
  return { pairs: sorted.slice(0, pairsMax), sample }
}
