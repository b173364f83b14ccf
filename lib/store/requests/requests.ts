import { type Transaction, CompiledQuery, type Kysely, sql } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import type { ReservedAmount } from '#lib/store/budgets/reserved-amount.ts'
import { type RequestRow, toRequestRow, toTableRow } from './request-row.ts'
import type { Schema, RequestTable } from '#lib/store/core/schema.ts'
import { type FoundRequests, type RequestPage, type RequestSearch, searchRequests } from './request-search.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { withoutIndex } from '#lib/store/core/without-index.ts'
import { createUsageWriter, type UsageRequest } from '#lib/store/usage/usage-writer.ts'
import type { BudgetTable } from '#lib/store/budgets/budget-schema.ts'
import { lockBudgets } from '#lib/store/budgets/lock-budgets.ts'

/** A program at an IP address, by its user agent. */
export interface KeyCaller {
  readonly route: string
  readonly address: string | null
  readonly client: string | null
  readonly requests: number
  readonly lastAt: number
}

/** A new row. */
export interface NewRequestRow extends RequestRow {
  /** Budget reservations of the call. */
  readonly holds?: readonly ReservedAmount[] | undefined
  /** Public ID of the last model asked, if the registry lists it: usage of a failure counts under it. */
  readonly listedModel?: string | null | undefined
}

export interface RequestStore {
  /** Writes rows in one transaction; existing ones are skipped, so a batch can be sent again. */
  insertMany(rows: readonly NewRequestRow[]): Promise<void>
  /** The team's rows, newest first; `before` is the last row of the previous page. */
  list(
    teamId: string,
    page: { limit: number; before?: { startedAt: number; id: string } | null },
  ): Promise<RequestRow[]>
  /**
   * The team's rows that match a filter; a page may have fewer rows than its limit, and then a continuation
   * point.
   */
  search(teamId: string, search: RequestSearch, page: RequestPage): Promise<FoundRequests>
  get(teamId: string, id: string): Promise<RequestRow | null>
  /**
   * Ids of the rows that read nothing from the provider's cache although it held the beginning of their session: the
   * same model answered the same agent twice within the minutes before.
   */
  brokenCaches(teamId: string, rows: readonly RequestRow[]): Promise<ReadonlySet<string>>
  /** Names of the team's keys, including revoked ones. */
  keyNames(teamId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Callers of a key and the capabilities they used since a time, in milliseconds since 1970: the 20 busiest. */
  useOf(teamId: string, keyId: string, since: number): Promise<KeyCaller[]>
}

/** Updates derived from newly written rows, in the same transaction. */
type Follower = (
  transaction: Transaction<Schema>,
  rows: readonly ReservedRow[],
  kind: Backend['kind'],
) => Promise<void>

const callersMax = 20

// OpenAI and Anthropic cache no shorter prompts, and keep them for five minutes at least.
const cachedTokensMin = 1024
const cacheMsMin = 300_000
const earlierCallsMin = 2

// Statements that follow name the key and the budgets of each row.
const rowsPerStep = 500

// Few sizes, so that few statements are built and cached. 47 values per row: below SQLite's limit of 32,766 per statement.
const statementSizes = [256, 64, 16, 4, 1] as const

export function createRequestStore(backend: Backend): RequestStore {
  const { database } = backend
  const insertNew = createInsertRequests(database, 'all')
  const insertMissing = createInsertRequests(database, 'missing')
  // Sums of request rows are updated here, so that a resent batch counts once. Budgets last, because their locks
  // block leases from then on.
  const followers: readonly Follower[] = [createUsageWriter(database), settleBudgets]
  const write = (rows: readonly NewRequestRow[], insert: InsertRequests): Promise<void> =>
    backend.write(() =>
      database.transaction().execute(async transaction => {
        for (let start = 0; start < rows.length; start += rowsPerStep) {
          const written = await insert(transaction, rows.slice(start, start + rowsPerStep).map(toReservedRow))
          for (const follow of followers) await follow(transaction, written, backend.kind)
        }
        if (backend.kind === 'postgres') await removeOpen(transaction, rows)
      }),
    )
  return {
    async insertMany(rows) {
      if (rows.length === 0) return
      try {
        await write(rows, insertNew)
      } catch (error) {
        if (!(error instanceof RowsExist)) throw error
        await write(rows, insertMissing)
      }
    },

    async list(teamId, { limit, before }) {
      const newest = database
        .selectFrom('requests')
        .selectAll()
        .where('teamId', '=', teamId)
        .orderBy('startedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      const page = before
        ? newest.where(build =>
            build(
              build.refTuple('startedAt', 'id'),
              '<',
              build.tuple(before.startedAt, toStorable(before.id)),
            ),
          )
        : newest
      return (await page.execute()).map(toRequestRow)
    },

    search: (teamId, search, page) => searchRequests(backend, teamId, search, page),

    async brokenCaches(teamId, rows) {
      const missed = rows.filter(row => row.cacheMissed && row.promptTokens >= cachedTokensMin)
      if (missed.length === 0) return new Set()
      const broken = await database
        .selectFrom('requests')
        .select('id')
        .where('teamId', '=', teamId)
        .where(
          'id',
          'in',
          missed.map(({ id }) => id),
        )
        .where(
          build =>
            build
              .selectFrom('requests as earlier')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .whereRef('earlier.teamId', '=', 'requests.teamId')
              .whereRef('earlier.session', '=', 'requests.session')
              .whereRef('earlier.startedAt', '<', 'requests.startedAt')
              .where('earlier.startedAt', '>=', sql<number>`requests.started_at - ${cacheMsMin}`)
              .whereRef('earlier.answeredBy', '=', 'requests.answeredBy')
              .where(sql<boolean>`coalesce(earlier.agent, '') = coalesce(requests.agent, '')`)
              .where('earlier.promptTokens', '>=', cachedTokensMin),
          '>=',
          earlierCallsMin,
        )
        .execute()
      return new Set(broken.map(({ id }) => id))
    },

    async keyNames(teamId, keyIds) {
      const ids = [...new Set(keyIds)]
      if (ids.length === 0) return new Map()
      const keys = await database
        .selectFrom('keys')
        .select(['id', 'name'])
        .where('teamId', '=', teamId)
        .where('id', 'in', ids)
        .execute()
      return new Map(keys.map(({ id, name }) => [id, name]))
    },

    async get(teamId, id) {
      const row = await database
        .selectFrom('requests')
        .selectAll()
        .where('teamId', '=', toStorable(teamId))
        .where('id', '=', toStorable(id))
        .executeTakeFirst()
      return row === undefined ? null : toRequestRow(row)
    },

    useOf(teamId, keyId, since) {
      return database
        .selectFrom('requests')
        .select(({ fn }) => [
          'route',
          'address',
          'client',
          fn.countAll<number>().as('requests'),
          fn.max<number>('startedAt').as('lastAt'),
        ])
        .where('keyId', '=', keyId)
        .where('startedAt', '>=', since)
        .where(withoutIndex(backend.kind, 'teamId', teamId))
        .groupBy(['route', 'address', 'client'])
        .orderBy('requests', 'desc')
        .orderBy('lastAt', 'desc')
        .limit(callersMax)
        .execute()
    },
  }
}

/** With the row, so that it is never recovered a second time. SQLite's gateways use no table for open requests. */
async function removeOpen(transaction: Transaction<Schema>, rows: readonly NewRequestRow[]): Promise<void> {
  const ids = rows.map(row => row.id)
  await transaction.deleteFrom('openRequests').where('id', 'in', ids).execute()
}

function toReservedRow(row: NewRequestRow): ReservedRow {
  return Object.assign(toTableRow(row), { holds: row.holds ?? [], listedModel: row.listedModel ?? null })
}

// Only its keys and their order matter; the type ensures that none is missing.
const shape: RequestTable = {
  id: '',
  teamId: '',
  keyId: '',
  userId: null,
  startedAt: 0,
  route: '',
  model: null,
  answeredBy: null,
  provider: null,
  deployment: null,
  apiFormat: null,
  upstreamApiFormat: null,
  session: null,
  agent: null,
  attempts: 0,
  status: 0,
  errorCode: null,
  promptTokens: 0,
  completionTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteLongTokens: 0,
  reasoningTokens: 0,
  cacheMissed: 0,
  usageEstimated: 0,
  costNanos: 0,
  costSource: null,
  priceRef: null,
  units: null,
  usageMismatch: 0,
  ignored: null,
  cutAtTokens: null,
  firstMs: null,
  totalMs: 0,
  stream: 0,
  documentPages: 0,
  ocrPages: 0,
  audioMs: 0,
  address: null,
  client: null,
  authMs: 0,
  queueMs: 0,
  loadMs: 0,
  upstreamMs: 0,
  attemptList: null,
  bodiesKept: 0,
}
const columns = Object.keys(shape) as (keyof RequestTable)[]

/** Writes missing rows and returns them. @throws RowsExist if all have to be missing */
type InsertRequests = <Row extends RequestTable>(
  transaction: Kysely<Schema>,
  rows: readonly Row[],
) => Promise<readonly Row[]>

/** Some of the rows were written before: the batch is sent again. */
class RowsExist extends Error {
  override readonly name = 'RowsExist'
}

/**
 * This statement runs for every API call. Building it with Kysely takes a third of the write, so its text is
 * cached by number of rows. Returning what was written takes a tenth, so it is only done where some rows exist.
 */
function createInsertRequests(database: Kysely<Schema>, expected: 'all' | 'missing'): InsertRequests {
  const texts = new Map<number, string>()

  function textOf(count: number): string {
    const known = texts.get(count)
    if (known !== undefined) return known
    const { sql } = database
      .insertInto('requests')
      .values(Array.from({ length: count }, () => shape))
      .onConflict(conflict => conflict.column('id').doNothing())
      .$if(expected === 'missing', query => query.returning('id'))
      .compile()
    texts.set(count, sql)
    return sql
  }

  return async (transaction, rows) => {
    const ids = new Set<string>()
    for (let start = 0; start < rows.length;) {
      const size = statementSizes.find(each => each <= rows.length - start) ?? 1
      const values: RequestTable[keyof RequestTable][] = []
      for (const row of rows.slice(start, start + size))
        for (const column of columns) values.push(row[column])
      const query = CompiledQuery.raw(textOf(size), values)
      const written = await transaction.executeQuery<Pick<RequestTable, 'id'>>(query)
      if (expected === 'all' && written.numAffectedRows !== BigInt(size)) throw new RowsExist()
      for (const { id } of written.rows) ids.add(id)
      start += size
    }
    return expected === 'all' ? rows : rows.filter(row => ids.delete(row.id))
  }
}

/** A request row with its budget reservations. */
interface ReservedRow extends UsageRequest {
  readonly holds: readonly ReservedAmount[]
}

/**
 * Charges the cost of requests to their budgets and keys, and releases their reservations. A request counts in
 * the period in which it began. Reservations of an ended lease were released when it ended.
 */
async function settleBudgets(
  transaction: Transaction<Schema>,
  rows: readonly ReservedRow[],
  kind: Backend['kind'],
): Promise<void> {
  const due = rows.filter(row => row.costNanos > 0 || row.holds.length > 0)
  if (due.length === 0) return
  const keys = await findBudgetsOf(transaction, due)
  const ids = new Set(due.flatMap(row => row.holds.map(reservation => reservation.budgetId)))
  for (const { budgetId, teamBudgetId } of keys) {
    if (budgetId !== null) ids.add(budgetId)
    if (teamBudgetId !== null) ids.add(teamBudgetId)
  }
  if (ids.size > 0) {
    const { now, budgets } = await lockBudgets(kind, transaction, [...ids])
    const released = await release(transaction, due)
    const budgetOf = new Map(keys.map(key => [key.id, key.budgetId]))
    for (const budget of budgets.values()) {
      const counted = due.filter(row => isOfPeriod(row, budget, now) && isOf(row, budget, budgetOf))
      await charge(transaction, budget, sumCosts(counted), released.get(budget.id) ?? 0)
    }
  }
  await chargeKeys(transaction, due)
}

function findBudgetsOf(transaction: Transaction<Schema>, rows: readonly ReservedRow[]) {
  return transaction
    .selectFrom('keys')
    .leftJoin('budgets', join =>
      join.onRef('budgets.teamId', '=', 'keys.teamId').on('budgets.keyId', 'is', null),
    )
    .select(['keys.id', 'keys.budgetId', 'budgets.id as teamBudgetId'])
    .where('keys.id', 'in', [...new Set(rows.map(row => row.keyId))])
    .execute()
}

/**
 * If the clock was set back before the period, count the current request: otherwise no limit would apply until
 * then.
 */
function isOfPeriod(row: ReservedRow, { periodStart }: BudgetTable, now: number): boolean {
  return row.startedAt >= periodStart || now < periodStart
}

function isOf(row: ReservedRow, budget: BudgetTable, budgetOf: ReadonlyMap<string, string | null>): boolean {
  return budget.keyId === null ? row.teamId === budget.teamId : budgetOf.get(row.keyId) === budget.id
}

/** @returns the released amount of each budget's reservation */
async function release(
  transaction: Transaction<Schema>,
  rows: readonly ReservedRow[],
): Promise<Map<string, number>> {
  const held = new Map<string, number>()
  for (const { holds: reservations } of rows) {
    for (const { leaseId, nanos } of reservations) held.set(leaseId, (held.get(leaseId) ?? 0) + nanos)
  }
  const released = new Map<string, number>()
  for (const [leaseId, nanos] of held) {
    const lease = await transaction
      .updateTable('budgetLeases')
      .set(({ eb }) => ({ amountNanos: eb('amountNanos', '-', nanos) }))
      .where('id', '=', leaseId)
      .returning('budgetId')
      .executeTakeFirst()
    if (lease) released.set(lease.budgetId, (released.get(lease.budgetId) ?? 0) + nanos)
  }
  return released
}

async function charge(
  transaction: Transaction<Schema>,
  budget: BudgetTable,
  spent: number,
  released: number,
): Promise<void> {
  if (spent === 0 && released === 0) return
  await transaction
    .updateTable('budgets')
    .set(({ eb }) => ({ spent: eb('spent', '+', spent), reserved: eb('reserved', '-', released) }))
    .where('id', '=', budget.id)
    .execute()
}

/** In id order, so that two batches cannot deadlock. */
async function chargeKeys(transaction: Transaction<Schema>, rows: readonly ReservedRow[]): Promise<void> {
  const costs = new Map<string, number>()
  for (const { keyId, costNanos } of rows) costs.set(keyId, (costs.get(keyId) ?? 0) + costNanos)
  for (const [keyId, nanos] of [...costs].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (nanos === 0) continue
    await transaction
      .updateTable('keys')
      .set(({ eb }) => ({ spentNanos: eb('spentNanos', '+', nanos) }))
      .where('id', '=', keyId)
      .execute()
  }
}

function sumCosts(rows: readonly ReservedRow[]): number {
  return rows.reduce((sum, row) => sum + row.costNanos, 0)
}
