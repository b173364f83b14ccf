/** A local day as in date fields and URLs, such as `2026-11-22`; null: not a day. */
export function readDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  return Number.isNaN(midnight(text).getTime()) ? null : text
}

/** The local day of a time, or a number of days later. */
export function toDay(at: number, daysLater = 0): string {
  const date = new Date(at)
  date.setDate(date.getDate() + daysLater)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

/** @returns milliseconds since 1970 */
export function beginOfDay(day: string): number {
  return midnight(day).getTime()
}

/** @returns milliseconds since 1970 of the exclusive end */
export function endOfDay(day: string): number {
  const date = midnight(day)
  // Not 24 hours later: days with a DST change have 23 or 25.
  date.setDate(date.getDate() + 1)
  return date.getTime()
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00`)
}
