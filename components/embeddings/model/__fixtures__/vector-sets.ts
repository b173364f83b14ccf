import { seededRandom } from '#components/embeddings/model/analysis/seeded-random.ts'
import { toUsableVectors, type UsableVectors } from '#components/embeddings/model/analysis/usable-vectors.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { VectorSet } from '#components/embeddings/model/vector-set.ts'

/** A set of the given rows; null for one without a vector. */
export function vectorSet(rows: readonly (readonly number[] | null)[]): VectorSet {
  const dimensions = rows.find(row => row !== null)?.length ?? 0
  return {
    model: 'test',
    count: rows.length,
    dimensions,
    values: Float32Array.from(rows.flatMap(row => row ?? Array.from({ length: dimensions }, () => 0))),
    present: Uint8Array.from(rows, row => (row === null ? 0 : 1)),
  }
}

export function usable(rows: readonly (readonly number[] | null)[]): UsableVectors {
  return toUsableVectors(vectorSet(rows))
}

/** Random vectors of length 1, deterministic by seed. */
export function randomRows(count: number, dimensions: number, seed: number): number[][] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () =>
    l2Normalize(Array.from({ length: dimensions }, () => random() + random() + random() - 1.5)),
  )
}

/** `perTopic` vectors around each of `topics` directions, topic by topic, interleaved when `mixed`. */
export function topicRows(topics: number, perTopic: number, dimensions: number, spread = 0.05): number[][] {
  const random = seededRandom(11)
  const centres = randomRows(topics, dimensions, 5)
  return centres.flatMap(centre =>
    Array.from({ length: perTopic }, () => l2Normalize(centre.map(value => value + (random() - 0.5) * spread))),
  )
}

export function textRows(texts: readonly string[], groups: readonly (string | null)[] = []): TextRow[] {
  return texts.map((text, index) => ({ text, group: groups[index] ?? null, line: index + 1 }))
}

export function l2Normalize(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}
