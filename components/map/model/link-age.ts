import { readDay } from './read-day.ts'

const dayMs = 86_400_000
// Ten years: what is older is as cold.
const coldDays = 3653

export interface LinkAge {
  readonly days: number
  /** 1 for what changed now, 0 for what did ten years ago; a day differs from a week about as a month from half a year. */
  readonly heat: number
}

/**
 * How old a link is by its `lastmod`; null where that is no date, or one yet to come.
 * @param now Unix milliseconds
 */
export function toLinkAge(lastmod: string | null, now: number): LinkAge | null {
  const at = lastmod === null ? null : readDay(lastmod)
  // A date without a time zone may be tomorrow's.
  if (at === null || at > now + dayMs) return null
  const days = Math.max(0, (now - at) / dayMs)
  return { days, heat: Math.max(0, 1 - Math.log1p(days) / Math.log1p(coldDays)) }
}
