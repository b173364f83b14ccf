import { UsageError } from './command.ts'

const hourMs = 3_600_000
const unitMs = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs }

/**
 * Reads `12h`, `30d`, `8w`, or a date such as `2027-01-31` (its end, UTC) or `2027-01-31T12:00:00Z`.
 * @returns milliseconds since 1970
 */
export function readExpiry(text: string, now: number): number {
  const expiresAt = readDuration(text, now) ?? readDate(text)
  if (expiresAt === null) throw new UsageError(`--expires takes 12h, 30d, 8w or 2027-01-31, not \`${text}\`.`)
  if (expiresAt <= now) throw new UsageError(`--expires ${text} lies in the past.`)
  return expiresAt
}

function readDuration(text: string, now: number): number | null {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (amount === undefined || (unit !== 'h' && unit !== 'd' && unit !== 'w')) return null
  return now + Number(amount) * unitMs[unit]
}

function readDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null
  const time = Date.parse(text.length === 10 ? `${text}T23:59:59.999Z` : text)
  return Number.isNaN(time) ? null : time
}
