/** A day as date fields and addresses write it, such as `2026-11-22`, where this browser is; null: it is none. */
export function readDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  return Number.isNaN(midnight(text).getTime()) ? null : text
}

/** The day of a moment, or the one that is so many days later. */
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

/** @returns milliseconds since 1970 of the first moment that is not part of it */
export function endOfDay(day: string): number {
  const date = midnight(day)
  // Not a day's length later: some days have 23 hours.
  date.setDate(date.getDate() + 1)
  return date.getTime()
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00`)
}
