const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A UTC day, such as Dec 11, 2026. */
export function formatDay(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : day.format(at)
}

/** Whether the vendor has shut the model down, or does so today. */
export function isShutDown(retires: string | null, nowMs = Date.now()): boolean {
  return retires !== null && Date.parse(retires) <= nowMs
}
