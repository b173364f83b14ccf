/**
 * The standard constant of reciprocal rank fusion: top ranks in one list do not outweigh middle ranks in both.
 */
const flattening = 60

/** Ids by vector, best first, of a library that may be embedded only in part. */
export interface VectorRanks {
  readonly ids: readonly number[]
  /** Share of the library that has vectors, 0…1. */
  readonly share: number
  /** Whether this id has a vector, near or not. */
  readonly has: (id: number) => boolean
}

/**
 * Fuses ids by keywords, best first, and by vector, by reciprocal rank. Vectors count as much as their share of the
 * library, and an id without a vector keeps its rank by keywords in both lists: it must not fall behind only because
 * it is not embedded yet.
 * @param byVector null: keywords only
 * @returns ids with their score, best first; 1: first in every list
 */
export function fuseRanks(
  byWords: readonly number[],
  byVector: VectorRanks | null,
): readonly { readonly id: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  const add = (id: number, score: number): void => void scores.set(id, (scores.get(id) ?? 0) + score)
  const weight =
    byVector === null || byVector.ids.length === 0 ? 0 : byWords.length === 0 ? 1 : byVector.share
  const whole = byWords.length === 0 ? 1 : 1 + weight
  for (const [rank, id] of byWords.entries()) {
    const waits = weight > 0 && byVector?.has(id) === false
    add(id, (toShare(rank) * (waits ? 1 + weight : 1)) / whole)
  }
  if (weight > 0)
    for (const [rank, id] of byVector?.ids.entries() ?? []) add(id, (toShare(rank) * weight) / whole)
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((one, other) => other.score - one.score)
}

function toShare(rank: number): number {
  return (flattening + 1) / (flattening + rank + 1)
}
