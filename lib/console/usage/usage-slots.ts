import 'server-only'
import { ApiError } from '#lib/errors.ts'

/** An hour or a day in the time zone. */
export interface UsageSlot {
  /** `2026-11-22`, or `2026-11-22 14:00`. */
  readonly label: string
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

export interface UsageSlots {
  readonly unit: 'hour' | 'day'
  readonly grain: 'hour' | 'day'
  readonly zone: string
  readonly slots: readonly UsageSlot[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const hoursInSlots = 48 * hourMs
const hoursInDays = 35 * dayMs
const longest = 366 * dayMs

/**
 * Splits a period into slots: hours up to two days, days of the zone, and above 35 days UTC days, whose sums are
 * stored.
 * @throws ApiError `invalid_value` with param `zone`, `from` or `to`
 */
export function toUsageSlots({ from, to, zone }: { from: number; to: number; zone: string }): UsageSlots {
  if (to <= from) throw new ApiError('invalid_value', '`to` must be after `from`.', { param: 'to' })
  if (to - from > longest) {
    throw new ApiError('invalid_value', 'The period exceeds 366 days.', { param: 'from' })
  }
  const format = formatOf(zone)
  const isLong = to - from > hoursInDays
  const stepMs = isLong ? dayMs : hourMs
  const inHours = to - from <= hoursInSlots
  const slots: UsageSlot[] = []
  for (let start = from - (from % stepMs); start < to; start += stepMs) {
    const label = isLong ? new Date(start).toISOString().slice(0, 10) : format(start, inHours)
    const last = slots.at(-1)
    if (last?.label === label && !inHours) slots[slots.length - 1] = { ...last, to: start + stepMs }
    else slots.push({ label, from: start, to: start + stepMs })
  }
  return {
    unit: inHours ? 'hour' : 'day',
    grain: isLong ? 'day' : 'hour',
    zone: isLong ? 'UTC' : zone,
    slots,
  }
}

/** Minutes after a full UTC hour at which the zone's day begins: 30 in India. */
export function toZoneShift(zone: string, at: number): number {
  const minutes = new Intl.DateTimeFormat('en', { timeZone: zone, minute: 'numeric' }).format(
    at - (at % hourMs),
  )
  return (60 - Number(minutes)) % 60
}

function formatOf(zone: string): (at: number, withHour: boolean) => string {
  const format = createFormat(zone)
  return (at, withHour) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = `${parts['year']}-${parts['month']}-${parts['day']}`
    return withHour ? `${day} ${parts['hour']}:${parts['minute']}` : day
  }
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('invalid_value', 'Unknown time zone.', { param: 'zone', cause: error })
  }
}
