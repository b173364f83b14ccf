import { CompiledQuery, type Kysely } from 'kysely'
import type { RequestTable, Schema } from './schema.ts'

// Only its keys count, and their order; its type makes sure that none is forgotten.
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
  attempts: 0,
  status: 0,
  errorCode: null,
  promptTokens: 0,
  completionTokens: 0,
  usageEstimated: 0,
  costNanos: 0,
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

/** Writes rows that are not there yet, and returns those. */
export type InsertRequests = <Row extends RequestTable>(
  transaction: Kysely<Schema>,
  rows: readonly Row[],
) => Promise<readonly Row[]>

/**
 * The one statement that runs for every call of the API. Building it takes Kysely a third of the write, so its text is
 * built once for each number of rows.
 */
export function createInsertRequests(database: Kysely<Schema>): InsertRequests {
  const texts = new Map<number, string>()

  function textOf(count: number): string {
    const known = texts.get(count)
    if (known !== undefined) return known
    const { sql } = database
      .insertInto('requests')
      .values(Array.from({ length: count }, () => shape))
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id')
      .compile()
    texts.set(count, sql)
    return sql
  }

  return async (transaction, rows) => {
    const values = rows.flatMap(row => columns.map(column => row[column]))
    const query = CompiledQuery.raw(textOf(rows.length), values)
    const written = await transaction.executeQuery<Pick<RequestTable, 'id'>>(query)
    if (written.rows.length === rows.length) return rows
    const ids = new Set(written.rows.map(row => row.id))
    return rows.filter(row => ids.delete(row.id))
  }
}
