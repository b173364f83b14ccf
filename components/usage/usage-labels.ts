import { capabilities, capabilityIds } from '#lib/contracts/api/capabilities.ts'
import { formatCost, formatCount } from '#lib/client/format.ts'
import type { UsageDimension, UsageMeasure } from '#lib/contracts/console/usage-labels.ts'

export const dimensionLabels: Readonly<Record<UsageDimension, string>> = {
  time: 'Time',
  key: 'Key',
  member: 'Member',
  model: 'Model',
  provider: 'Provider',
  capability: 'Capability',
}

export const measureLabels: Readonly<Record<UsageMeasure, string>> = {
  requests: 'Requests',
  tokens: 'Tokens',
  cost: 'Cost',
  errors: 'Errors',
}

const weekday = new Intl.DateTimeFormat('en', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

/** `Sun, Nov 22`, or `14:00`, for a day or hour from the API. */
export function toShortLabel(label: string): string {
  const [date = '', time] = label.split(' ')
  return time ?? weekday.format(new Date(`${date}T00:00Z`))
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a value of a measure in full. */
export function formatMeasure(value: number, measure: UsageMeasure): string {
  return measure === 'cost' ? formatCost(value, false) : formatCount(value)
}

/** Formats a value of a measure for an axis: `1.2K`, `$0.05`. */
export function formatShort(value: number, measure: UsageMeasure): string {
  return measure === 'cost' ? formatCost(value, false) : short.format(value)
}

/** @param id of a capability; anything else is one that this version does not know */
export function toCapabilityLabel(id: string): string {
  const known = capabilityIds.find(each => each === id)
  return known === undefined ? 'Other' : capabilities[known].label
}
