import { sql, type Kysely } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** Milliseconds since 1970 by the database clock that all processes share. */
export async function databaseNow(kind: Backend['kind'], database: Kysely<Schema>): Promise<number> {
  const clock =
    kind === 'sqlite'
      ? sql<{ now: number }>`select cast(unixepoch('subsec') * 1000 as integer) as now`
      : sql<{ now: number }>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`
  const { rows } = await clock.execute(database)
  const now = rows[0]?.now
  if (now === undefined) throw new Error('The database did not return the time.')
  return now
}
