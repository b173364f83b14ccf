import { join } from 'node:path'
import type { Backend } from './backend.ts'
import { NewerDatabaseError } from './migrate.ts'
import { openPostgres } from './postgres-backend.ts'
import { openSqlite } from './sqlite-backend.ts'

/** @throws Error that says which database could not be opened and why, without the password in its address */
export async function openBackend(dataDir: string, databaseUrl: string | null): Promise<Backend> {
  try {
    return databaseUrl === null ? await openSqlite(dataDir) : await openPostgres(databaseUrl)
  } catch (cause) {
    if (cause instanceof NewerDatabaseError) throw cause
    const place = databaseUrl === null ? join(dataDir, 'sextant.db') : 'The database of DATABASE_URL'
    throw new Error(`${place} cannot be opened: ${reasonOf(cause)}`, { cause })
  }
}

/** A refused connection to a name with several addresses is an AggregateError, whose own message is empty. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error.name
}
