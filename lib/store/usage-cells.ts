import type { RequestTable } from './schema.ts'
import { toUsageBucket, usageBuckets } from './usage-buckets.ts'
import { toUsageCapability } from './usage-capability.ts'
import type { UsageSeriesTable, UsageSumTable } from './usage-schema.ts'

/** What one series had in one hour or day; `sums` lie in the order of `usageColumns`. */
export interface UsageCell extends Omit<UsageSeriesTable, 'id'> {
  readonly start: number
  readonly sums: number[]
}

/** The columns that are added up. */
export const usageColumns = [
  'requests',
  'refused',
  'failed',
  'abandoned',
  'promptTokens',
  'completionTokens',
  'costNanos',
  ...usageBuckets.map(bucket => `t${bucket}` as const),
  ...usageBuckets.map(bucket => `f${bucket}` as const),
] as const satisfies readonly (keyof UsageSumTable)[]

const totalsAt = usageColumns.indexOf('t0')
const firstsAt = usageColumns.indexOf('f0')

const hourMs = 3_600_000
const dayMs = 24 * hourMs

// Of all models, providers and capabilities.
const together = { model: '', provider: '', capability: '' }

/**
 * Adds rows up by hour and by UTC day, for each key and for all keys together, and, but for hours of keys, for all that
 * was asked together; in an order that is always the same.
 */
export function toUsageCells(rows: readonly RequestTable[]): UsageCell[] {
  const hours = new Map<string, UsageCell>()
  for (const row of rows) addRow(cellOf(hours, toPlace(row)), row)
  const cells = new Map(hours)
  for (const hour of hours.values()) {
    const day = { grain: 'day', start: hour.start - (hour.start % dayMs) } as const
    for (const wider of [
      day,
      { ...day, ...together },
      { keyId: '' },
      { keyId: '', ...together },
      { ...day, keyId: '' },
      { ...day, keyId: '', ...together },
    ]) {
      const { sums } = cellOf(cells, { ...hour, ...wider })
      for (let at = 0; at < sums.length; at++) add(sums, at, hour.sums[at] ?? 0)
    }
  }
  return [...cells].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, cell]) => cell)
}

/** The text that stands for a series: stored texts hold no NUL. */
export function toSeriesName({
  teamId,
  grain,
  keyId,
  model,
  provider,
  capability,
}: Omit<UsageCell, 'sums' | 'start'>): string {
  return `${teamId}\0${grain}\0${keyId}\0${model}\0${provider}\0${capability}`
}

function cellOf(cells: Map<string, UsageCell>, place: Omit<UsageCell, 'sums'>): UsageCell {
  const name = `${toSeriesName(place)}\0${place.start}`
  const known = cells.get(name)
  if (known !== undefined) return known
  const cell = { ...place, sums: Array<number>(usageColumns.length).fill(0) }
  cells.set(name, cell)
  return cell
}

function toPlace(row: RequestTable): Omit<UsageCell, 'sums'> {
  return {
    teamId: row.teamId,
    grain: 'hour',
    keyId: row.keyId,
    model: toModel(row),
    provider: row.provider ?? '',
    capability: toUsageCapability(row),
    start: row.startedAt - (row.startedAt % hourMs),
  }
}

/** The model that answered, or that failed to; a name that a client made up is nobody's model. */
function toModel({ answeredBy, model, provider, errorCode }: RequestTable): string {
  if (answeredBy !== null) return answeredBy
  return provider !== null && errorCode !== 'model_not_found' ? (model ?? '') : ''
}

function addRow({ sums }: UsageCell, row: RequestTable): void {
  add(sums, 0, 1)
  if (row.status >= 500) add(sums, 2, 1)
  else if (row.status === 499) add(sums, 3, 1)
  else if (row.status >= 400) add(sums, 1, 1)
  add(sums, 4, row.promptTokens)
  add(sums, 5, row.completionTokens)
  add(sums, 6, row.costNanos)
  // A refusal takes a millisecond: it says nothing of how long answers take.
  if (row.status >= 400) return
  add(sums, totalsAt + toUsageBucket(row.totalMs), 1)
  if (row.firstMs !== null) add(sums, firstsAt + toUsageBucket(row.firstMs), 1)
}

function add(sums: number[], at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value
}
