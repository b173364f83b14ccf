import { sql, type Transaction } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import type { LimitUseTable, Schema } from '#lib/store/core/schema.ts'
import {
  exchangePlaces,
  exchangeWindow,
  type Holders,
  type LimitAnswer,
  type LimitExchange,
} from './limit-exchange.ts'
import { SlotWindow } from './slot-window.ts'

/** The uses of limits in the last minute, of all instances. */
export interface LimitUses {
  /** Applies reports and leases from what is left, for all limits in one transaction. */
  exchange(instanceId: string, exchanges: readonly LimitExchange[]): Promise<LimitAnswer[]>
  /** Removes limits that were not used for a while. */
  removeIdle(): Promise<void>
}

// The longest lease ends 5 s later and counts for a minute: nothing of such a row counts.
const idleMs = 120_000

type Row = Pick<LimitUseTable, 'subject' | 'unit' | 'slots' | 'holders'>

/** In PostgreSQL. SQLite has one gateway, whose memory is enough: null. */
export function createLimitUses(backend: Backend): LimitUses | null {
  const { database, kind } = backend
  if (kind === 'sqlite') return null
  return {
    async exchange(instanceId, exchanges) {
      const apply = () =>
        database.transaction().execute(transaction => exchangeAll(transaction, instanceId, exchanges))
      const answers = await apply()
      if (answers !== null) return answers
      // Outside the transaction: it would hold locks while it waits for the row of another instance.
      await database
        .insertInto('limitUses')
        .values(
          exchanges.map(({ subject, unit }) => ({ subject, unit, slots: '{}', holders: '{}', updatedAt: 0 })),
        )
        .onConflict(conflict => conflict.columns(['subject', 'unit']).doNothing())
        .execute()
      const retried = await apply()
      if (retried === null) throw new Error('A row of a rate limit was removed while it was used.')
      return retried
    },

    async removeIdle() {
      // A row that is locked is in use.
      await sql`delete from limit_uses where (subject, unit) in (
        select subject, unit from limit_uses
        where updated_at < extract(epoch from clock_timestamp()) * 1000 - ${idleMs}
        for update skip locked)`.execute(database)
    },
  }
}

/** @returns null: a row is missing, and nothing was changed */
async function exchangeAll(
  transaction: Transaction<Schema>,
  instanceId: string,
  exchanges: readonly LimitExchange[],
): Promise<LimitAnswer[] | null> {
  const { now, rows } = await lock(transaction, exchanges)
  if (rows.size < exchanges.length) return null
  const answers: LimitAnswer[] = []
  const changed: LimitUseTable[] = []
  for (const exchange of exchanges) {
    const { subject, unit } = exchange
    const row = rows.get(toName(exchange))
    if (row === undefined) return null
    if (exchange.unit === 'parallel') {
      const holders = readHolders(row.holders)
      answers.push(exchangePlaces(holders, instanceId, exchange, now))
      changed.push({
        subject,
        unit,
        slots: '{}',
        holders: JSON.stringify(Object.fromEntries(holders)),
        updatedAt: now,
      })
      continue
    }
    const window = readWindow(row.slots)
    answers.push(exchangeWindow(window, exchange, now))
    changed.push({ subject, unit, slots: toSlots(window), holders: '{}', updatedAt: now })
  }
  await save(transaction, changed)
  return answers
}

interface LockedRows {
  /** Milliseconds since 1970, by the clock of the database. */
  readonly now: number
  readonly rows: ReadonlyMap<string, Row>
}

/** Locks the rows in one order, so that instances cannot wait for each other. */
async function lock(
  transaction: Transaction<Schema>,
  exchanges: readonly LimitExchange[],
): Promise<LockedRows> {
  const clock = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
  if (exchanges.length === 0) {
    const { rows } = await sql<{ now: number }>`select ${clock} as now`.execute(transaction)
    return { now: rows[0]?.now ?? 0, rows: new Map() }
  }
  const rows = await transaction
    .with('locked', database =>
      database
        .selectFrom('limitUses')
        .select(['subject', 'unit', 'slots', 'holders'])
        .where(build =>
          build(
            build.refTuple('subject', 'unit'),
            'in',
            exchanges.map(({ subject, unit }) => build.tuple(subject, unit)),
          ),
        )
        .orderBy('subject')
        .orderBy('unit')
        .forUpdate(),
    )
    .selectFrom('locked')
    .selectAll()
    // Outside `locked`: of the time after the wait for each row.
    .select(clock.as('now'))
    .execute()
  const now = rows.reduce((latest, row) => Math.max(latest, row.now), 0)
  return { now, rows: new Map(rows.map(row => [toName(row), row])) }
}

async function save(transaction: Transaction<Schema>, rows: readonly LimitUseTable[]): Promise<void> {
  if (rows.length === 0) return
  await transaction
    .insertInto('limitUses')
    .values([...rows])
    .onConflict(conflict =>
      conflict.columns(['subject', 'unit']).doUpdateSet(build => ({
        slots: build.ref('excluded.slots'),
        holders: build.ref('excluded.holders'),
        updatedAt: build.ref('excluded.updatedAt'),
      })),
    )
    .execute()
}

function toName({ subject, unit }: Pick<Row, 'subject' | 'unit'>): string {
  return `${unit} ${subject}`
}

function readWindow(json: string): SlotWindow {
  const window = new SlotWindow()
  for (const [slot, amount] of readEntries(json)) window.add(Number(slot), Number(amount))
  return window
}

function readHolders(json: string): Holders {
  const holders: Holders = new Map()
  for (const [holder, value] of readEntries(json)) {
    if (Array.isArray(value)) holders.set(holder, [Number(value[0]), Number(value[1])])
  }
  return holders
}

function readEntries(json: string): [string, unknown][] {
  const parsed: unknown = JSON.parse(json)
  return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
}

function toSlots(window: SlotWindow): string {
  return JSON.stringify(Object.fromEntries(window.amounts().map(({ slot, amount }) => [slot, amount])))
}
