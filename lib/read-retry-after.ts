/** Milliseconds of a `Retry-After`, given in seconds or as a date; null when absent or unreadable. */
export function readRetryAfter(value: string | null, now = Date.now()): number | null {
  if (value === null) return null
  const seconds = Number(value)
  if (value.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000))
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
