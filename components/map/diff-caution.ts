import type { FoundMap } from './model/found-map.ts'

/**
 * Warning that added or removed links may be false differences; null when both maps are complete, or it is
 * unknown.
 */
export function diffCaution(before: FoundMap | null, now: FoundMap, running: boolean): string | null {
  if (running) return 'The map is still running: links not found yet count as removed.'
  if (before === null) return null
  const early = [isPart(before) && 'The earlier map', isPart(now) && 'This map'].filter(
    name => name !== false,
  )
  if (early.length === 0) return null
  const subject = early.length === 2 ? 'Both maps' : early[0]
  return `${subject} ended early: pages not reached by one map count as added or removed.`
}

function isPart({ complete, stopped }: FoundMap): boolean {
  return !complete || (stopped !== null && stopped !== 'done')
}
