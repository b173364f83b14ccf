import { CompiledQuery, type Kysely, sql, type Transaction, type RawBuilder } from 'kysely'
import { toCapability } from '#lib/contracts/api/capabilities.ts'
import type { RequestTable, Schema } from '#lib/store/core/schema.ts'
import { type ChargedPart, splitCharges } from '#lib/store/requests/charged-parts.ts'
import { readAttempts } from '#lib/store/requests/request-row.ts'
import { toUsageBucket, usageBuckets } from './usage-buckets.ts'
import type { UsageSeriesTable, UsageSumTable } from './usage-schema.ts'

/** A row, with what usage needs beyond the request log. */
export interface UsageRequest extends RequestTable {
  /** Public ID of the last model asked, if the registry lists it. */
  readonly listedModel: string | null
}

/** Adds newly written rows to the sums, in their transaction. */
export type AddUsage = (transaction: Transaction<Schema>, rows: readonly UsageRequest[]) => Promise<void>

/** All writers use the same order of series and sums, so that two gateways cannot deadlock. */
export function createUsageWriter(database: Kysely<Schema>): AddUsage {
  const findSeries = createFindSeries(database)
  const texts = new Map(statementSizes.map(size => [size as number, compileUpsert(database, size)]))
  return async (transaction, rows) => {
    if (rows.length === 0) return
    const cells = toUsageCells(rows)
    const ids = await findSeries(transaction, cells)
    for (const part of inSizes(cells)) {
      const values = part.flatMap(cell => [
        ids.get(toSeriesName(cell)),
        cell.start,
        cell.teamId,
        ...cell.sums,
      ])
      await transaction.executeQuery(CompiledQuery.raw(texts.get(part.length) ?? '', values))
    }
  }
}

function compileUpsert(database: Kysely<Schema>, size: number): string {
  const row = sql`(${sql.join([0, 0, '', ...usageColumns.map(() => 0)])})`
  const columns = usageColumns.map(column => sql.ref(column))
  const added = usageColumns.map(
    column => sql`${sql.ref(column)} = ${sql.ref(`usageSums.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  const values = sql.join(Array.from({ length: size }, () => row))
  return sql`insert into usage_sums (series_id, start, team_id, ${sql.join(columns)}) values ${values}
    on conflict (series_id, start) do update set ${sql.join(added)}`.compile(database).sql
}

type Series = Pick<UsageCell, (typeof columns)[number]>

/** The series ids of these cells, by series name; missing series are created. */
type FindSeries = (
  transaction: Transaction<Schema>,
  cells: readonly UsageCell[],
) => Promise<ReadonlyMap<string, number>>

const knownMax = 20_000
const columns = ['teamId', 'grain', 'keyId', 'model', 'provider', 'capability'] as const

/** Caches ids, which never change, once another process's transaction has committed them. */
function createFindSeries(database: Kysely<Schema>): FindSeries {
  const known = new Map<string, number>()
  const finding = compileEach(database, toSelect)
  const making = compileEach(database, toInsert)
  let current: Transaction<Schema> | null = null
  // Created in the current transaction: if it fails, they never existed.
  let fresh = new Set<string>()

  async function ask(
    transaction: Transaction<Schema>,
    texts: ReadonlyMap<number, string>,
    wanted: readonly Series[],
    found: Map<string, number>,
  ): Promise<Series[]> {
    for (const part of inSizes(wanted)) {
      const values = part.flatMap(series => columns.map(column => series[column]))
      const query = CompiledQuery.raw(texts.get(part.length) ?? '', values)
      const { rows } = await transaction.executeQuery<Series & { id: number }>(query)
      for (const row of rows) found.set(toSeriesName(row), row.id)
    }
    return wanted.filter(series => !found.has(toSeriesName(series)))
  }

  return async (transaction, cells) => {
    if (transaction !== current) [current, fresh] = [transaction, new Set()]
    const wanted = new Map(cells.map(cell => [toSeriesName(cell), cell]))
    const unknown = [...wanted].filter(([name]) => !known.has(name)).map(([, cell]) => cell)
    if (unknown.length === 0) return known
    const found = new Map<string, number>()
    const missing = await ask(transaction, finding, unknown, found)
    const late = await ask(transaction, making, missing, found)
    for (const series of missing) fresh.add(toSeriesName(series))
    // Another gateway created them in between.
    if (late.length > 0) await ask(transaction, finding, late, found)
    const all = new Map([...wanted.keys()].map(name => [name, found.get(name) ?? known.get(name) ?? 0]))
    if (known.size > knownMax) known.clear()
    for (const [name, id] of found) if (!fresh.has(name)) known.set(name, id)
    return all
  }
}

function compileEach(
  database: Kysely<Schema>,
  build: (values: RawBuilder<unknown>) => RawBuilder<unknown>,
): ReadonlyMap<number, string> {
  const row = sql`(${sql.join(columns.map(() => ''))})`
  const texts = statementSizes.map(size => {
    const values = sql`values ${sql.join(Array.from({ length: size }, () => row))}`
    return [size, build(values).compile(database).sql] as const
  })
  return new Map(texts)
}

const names = sql.join(columns.map(column => sql.ref(column)))

function toSelect(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id, ${names} from usage_series where (${names}) in (${values})`
}

function toInsert(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into usage_series (${names}) ${values} on conflict do nothing returning id, ${names}`
}

// Few sizes, so that few statements are built and cached.
const statementSizes = [32, 8, 2, 1] as const

/** Splits a list into parts of these sizes, the largest that fit first. */
function inSizes<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length;) {
    const size = statementSizes.find(each => each <= items.length - start) ?? 1
    parts.push(items.slice(start, start + size))
    start += size
  }
  return parts
}

/** One series in one hour or day; `sums` are in the order of `usageColumns`. */
interface UsageCell extends Omit<UsageSeriesTable, 'id'> {
  readonly start: number
  readonly sums: number[]
}

/** The summed columns. */
const usageColumns = [
  'requests',
  'refused',
  'failed',
  'abandoned',
  'promptTokens',
  'completionTokens',
  'costNanos',
  'cacheReadTokens',
  'unpriced',
  ...usageBuckets.map(bucket => `t${bucket}` as const),
  ...usageBuckets.map(bucket => `f${bucket}` as const),
] as const satisfies readonly (keyof UsageSumTable)[]

const totalsAt = usageColumns.indexOf('t0')
const firstsAt = usageColumns.indexOf('f0')

const hourMs = 3_600_000
const dayMs = 24 * hourMs

// Over all models, providers and capabilities.
const together = { model: '', provider: '', capability: '' }

/**
 * Sums rows by hour and by UTC day, per key and for all keys, and, except for hours per key, over all dimensions;
 * in a stable order.
 */
function toUsageCells(rows: readonly UsageRequest[]): UsageCell[] {
  const hours = new Map<string, UsageCell>()
  for (const row of rows) {
    const cell = toCell(row)
    addRow(cellOf(hours, cell), row)
    const parts = partsOf(row, cell.model)
    if (isUnpriced(row, parts)) add(cellOf(hours, cell).sums, 8, 1)
    if (parts === null) addCost(cellOf(hours, cell), row)
    for (const part of parts ?? []) {
      const { model, provider } = part
      addCost(cellOf(hours, { ...cell, model: model ?? '', provider: provider ?? '' }), part)
    }
  }
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

/** The map key of a series: stored texts contain no NUL. */
function toSeriesName({
  teamId,
  grain,
  keyId,
  model,
  provider,
  capability,
}: Omit<UsageCell, 'sums' | 'start'>): string {
  return `${teamId}\0${grain}\0${keyId}\0${model}\0${provider}\0${capability}`
}

function cellOf(cells: Map<string, UsageCell>, key: Omit<UsageCell, 'sums'>): UsageCell {
  const name = `${toSeriesName(key)}\0${key.start}`
  const known = cells.get(name)
  if (known !== undefined) return known
  const cell = { ...key, sums: Array<number>(usageColumns.length).fill(0) }
  cells.set(name, cell)
  return cell
}

function toCell(row: UsageRequest): Omit<UsageCell, 'sums'> {
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

/**
 * The model that answered or failed. A name that no list has and that did not answer may be a client's invention, and
 * series are never deleted.
 */
function toModel({ answeredBy, listedModel }: UsageRequest): string {
  return answeredBy ?? listedModel ?? ''
}

function addRow({ sums }: UsageCell, row: RequestTable): void {
  add(sums, 0, 1)
  if (row.status >= 500) add(sums, 2, 1)
  else if (row.status === 499) add(sums, 3, 1)
  else if (row.status >= 400) add(sums, 1, 1)
  // A rejection takes a millisecond: it says nothing about response times.
  if (row.status >= 400) return
  add(sums, totalsAt + toUsageBucket(row.totalMs), 1)
  if (row.firstMs !== null) add(sums, firstsAt + toUsageBucket(row.firstMs), 1)
}

function addCost({ sums }: UsageCell, part: Omit<ChargedPart, 'units' | 'model' | 'provider'>): void {
  add(sums, 4, part.promptTokens)
  add(sums, 5, part.completionTokens)
  add(sums, 6, part.costNanos)
  add(sums, 7, part.cacheReadTokens)
}

/** Once for a request, however many of its attempts have no price. */
function isUnpriced(row: UsageRequest, parts: readonly ChargedPart[] | null): boolean {
  return (parts ?? [row]).some(({ costSource }) => costSource === 'unpriced')
}

/** The cost of the row by model. @returns null: of nearly all rows it is one */
function partsOf(row: UsageRequest, model: string): readonly ChargedPart[] | null {
  if (row.attemptList?.includes('"charge"') !== true) return null
  return splitCharges({ ...row, units: null, attemptList: readAttempts(row.attemptList) }, model)
}

function add(sums: number[], at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value
}

/** The capability of a call, from a fixed set; names made up by clients become `other`. */
export function toUsageCapability({ route, model }: Pick<RequestTable, 'route' | 'model'>): string {
  // A client may send an empty model to the path that takes requests without one.
  return toCapability({ route, model: model === '' ? null : model }) ?? 'other'
}
