import { setTimeout as wait } from 'node:timers/promises'
import type Database from 'better-sqlite3'

const patienceMs = 2000

/**
 * Brings SQLite's write-ahead log into the database and empties it: until then it holds what was deleted. While another
 * connection reads or writes it cannot be emptied; that lasts moments, and is given up after two seconds, since any
 * later emptying does the same.
 */
export async function emptyLog(connection: Database.Database): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  while (!tryToEmpty(connection) && performance.now() < giveUpAt) await wait(20)
}

function tryToEmpty(connection: Database.Database): boolean {
  if (!connection.open || connection.inTransaction) return false
  // Waiting here would keep the whole process waiting.
  const busyMs = connection.pragma('busy_timeout', { simple: true })
  connection.pragma('busy_timeout = 0')
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } finally {
    connection.pragma(`busy_timeout = ${String(busyMs)}`)
  }
}
