import { readDay } from './read-day.ts'

const dayMs = 86_400_000

/** How long ago something changed, in words that a column has room for. */
export const ageBuckets = [
  { label: 'a day', daysMax: 1 },
  { label: 'a week', daysMax: 7 },
  { label: 'a month', daysMax: 31 },
  { label: 'a year', daysMax: 366 },
  { label: 'five years', daysMax: 1827 },
  { label: 'older', daysMax: Infinity },
] as const

export interface LinkAge {
  readonly days: number
  /** Place in `ageBuckets`. */
  readonly bucket: number
  /** 1 for what changed today, down to 0 for ten years ago and more: a month differs from a week as a year from three months. */
  readonly heat: number
}

/** How old a link is by its `lastmod`; null where that is no date, or one yet to come. */
export function toLinkAge(lastmod: string | null, now: number): LinkAge | null {
  const at = lastmod === null ? null : readDay(lastmod)
  // Time zones: a date without one may be tomorrow's.
  if (at === null || at > now + dayMs) return null
  const days = Math.max(0, (now - at) / dayMs)
  return {
    days,
    bucket: ageBuckets.findIndex(({ daysMax }) => days <= daysMax),
    heat: Math.max(0, 1 - Math.log1p(days) / Math.log1p(3653)),
  }
}
