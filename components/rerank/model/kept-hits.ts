import type { Hit } from './read-ranking.ts'

/** What stands on or above the threshold; all of it where there is none. */
export function keptHits(hits: readonly Hit[], threshold: number | null): readonly Hit[] {
  return threshold === null ? hits : hits.filter(({ score }) => score >= threshold)
}
