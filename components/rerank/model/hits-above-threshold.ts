import type { Hit } from './read-ranking.ts'

/** Hits at or above the threshold; all of them without one. */
export function hitsAboveThreshold(hits: readonly Hit[], threshold: number | null): readonly Hit[] {
  return threshold === null ? hits : hits.filter(({ score }) => score >= threshold)
}
