import { readDay } from './read-day.ts'

const dayMs = 86_400_000
// Ten years: the coldest value.
const coldDays = 3653

export interface LinkAge {
  readonly days: number
  /**
   * 1 for a change just now, 0 for ten years ago; logarithmic, so that a day differs from a week about as a
   * month from half a year.
   */
  readonly heat: number
}

/**
 * Age of a link by its `lastmod`; null when that is invalid or in the future.
 * @param now Unix milliseconds
 */
export function toLinkAge(lastmod: string | null, now: number): LinkAge | null {
  const at = lastmod === null ? null : readDay(lastmod)
  // A date without a time zone may be tomorrow's.
  if (at === null || at > now + dayMs) return null
  const days = Math.max(0, (now - at) / dayMs)
  return { days, heat: Math.max(0, 1 - Math.log1p(days) / Math.log1p(coldDays)) }
}
