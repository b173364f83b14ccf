import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { lengthOf, type UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'
import type { TextRow } from '#lib/client/embeddings/text-row.ts'
import type { VectorSet } from '#lib/client/embeddings/vector-set.ts'
import { findEqualVectors } from './find-equal-vectors.ts'
import { findNearDuplicates } from './find-near-duplicates.ts'
import type { NormSummary, VectorHealth } from './vector-health.ts'

// The same rule of thumb as the estimate beside Run.
const tokensPerByte = 1 / 4
const unitTolerance = 0.001
const encoder = new TextEncoder()

/** @param windowTokens longest text that the model reads; null when unknown */
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

/** Number of the group that each row is in; -1 for none. */
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
  return Math.ceil(encoder.encode(text).length * tokensPerByte)
}
