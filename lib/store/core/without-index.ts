import { type RawBuilder, sql } from 'kysely'
import type { Backend } from './backend.ts'

/**
 * A condition that filters rows without using an index. Of two matching indexes SQLite picks either: it has no
 * statistics here, and does not know that a team has a million rows where a key has ten.
 * @param column as in queries, e.g. `teamId`
 */
export function withoutIndex(kind: Backend['kind'], column: string, value: string): RawBuilder<boolean> {
  const isValue = sql<boolean>`${sql.ref(column)} = ${value}`
  return kind === 'sqlite' ? sql<boolean>`+${isValue}` : isValue
}
