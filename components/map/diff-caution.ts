import type { FoundMap } from './model/found-map.ts'

/**
 * Warning that added or removed links may be false differences; null when both maps are complete, or it is
 * unknown.
 */
export function diffCaution(before: FoundMap | null, now: FoundMap, running: boolean): string | null {
  if (running) return 'The map still grows: what is not found yet counts as gone.'
  if (before === null) return null
  const early = [isPart(before) && 'The earlier map', isPart(now) && 'This map'].filter(
    name => name !== false,
  )
  if (early.length === 0) return null
  const subject = early.length === 2 ? 'Both maps' : early[0]
  return `${subject} ended early: what one did not reach counts as added or gone.`
}

function isPart({ complete, stopped }: FoundMap): boolean {
  return !complete || (stopped !== null && stopped !== 'done')
}
