import { guessTokens } from './pack-sources.ts'
import type { Turn } from './search-job.ts'

/** The last turns that fit the room, in order. */
export function fitHistory(history: readonly Turn[], tokensMax: number | null): Turn[] {
  if (tokensMax === null) return [...history]
  const kept: Turn[] = []
  let left = tokensMax
  for (const turn of history.toReversed()) {
    left -= guessTokens(turn.content) + 4
    if (left < 0) break
    kept.unshift(turn)
  }
  return kept
}
