import type { Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import type { BudgetHold } from './budget-hold.ts'
import { createInsertRequests } from './insert-requests.ts'
import { type RequestRow, toRequestRow, toTableRow } from './request-row.ts'
import type { Schema } from './schema.ts'
import { type HeldRow, settleBudgets } from './settle-budgets.ts'
import { type FoundRequests, type RequestPage, type RequestSearch, searchRequests } from './request-search.ts'
import { toStorable } from './to-storable.ts'
import { unsought } from './unsought.ts'
import { createUsageWriter } from './usage-writer.ts'

/** A program at an address, by what it says of itself. */
export interface KeyCaller {
  readonly route: string
  readonly address: string | null
  readonly client: string | null
  readonly requests: number
  readonly lastAt: number
}

/** A row that is new. */
export interface NewRequestRow extends RequestRow {
  /** What its call took from budgets beforehand. */
  readonly holds?: readonly BudgetHold[] | undefined
}

export interface RequestStore {
  /** Writes rows in one transaction; one that is there already is skipped, so a batch may be sent again. */
  insertMany(rows: readonly NewRequestRow[]): Promise<void>
  /** The team's rows, newest first; `before` is the last row of the page before. */
  list(
    teamId: string,
    page: { limit: number; before?: { startedAt: number; id: string } | null },
  ): Promise<RequestRow[]>
  /** The team's rows that are looked for; a page may be short of its limit, and then says where to go on. */
  search(teamId: string, search: RequestSearch, page: RequestPage): Promise<FoundRequests>
  get(teamId: string, id: string): Promise<RequestRow | null>
  /** What keys of the team are called, those that were revoked included. */
  keyNames(teamId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Who used a key for what since a time, in milliseconds since 1970: the 20 that did most. */
  useOf(teamId: string, keyId: string, since: number): Promise<KeyCaller[]>
}

/** Work on rows that were just written for the first time, in the same transaction. */
type Follower = (
  transaction: Transaction<Schema>,
  rows: readonly HeldRow[],
  kind: Backend['kind'],
) => Promise<void>

const callersMax = 20

// 30 values a row: far below the 32,766 that SQLite binds in one statement.
const rowsPerStatement = 500

export function createRequestStore(backend: Backend): RequestStore {
  const { database } = backend
  const insert = createInsertRequests(database)
  // What is added up from request rows is added here, so that a batch sent again counts once.
  // Budgets last: whoever leases from them waits from then on.
  const followers: readonly Follower[] = [createUsageWriter(database), settleBudgets]
  return {
    async insertMany(rows) {
      if (rows.length === 0) return
      await backend.write(() =>
        database.transaction().execute(async transaction => {
          for (let start = 0; start < rows.length; start += rowsPerStatement) {
            const written = await insert(
              transaction,
              rows.slice(start, start + rowsPerStatement).map(toHeldRow),
            )
            for (const follow of followers) await follow(transaction, written, backend.kind)
          }
        }),
      )
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
        .where(unsought(backend.kind, 'teamId', teamId))
        .groupBy(['route', 'address', 'client'])
        .orderBy('requests', 'desc')
        .orderBy('lastAt', 'desc')
        .limit(callersMax)
        .execute()
    },
  }
}

function toHeldRow(row: NewRequestRow): HeldRow {
  return { ...toTableRow(row), holds: row.holds ?? [] }
}
