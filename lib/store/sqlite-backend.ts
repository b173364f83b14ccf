import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { CamelCasePlugin, Kysely, SqliteDialect, type SqliteDatabase } from 'kysely'
import type { Backend } from './backend.ts'
import { createSqliteThread } from './library/sqlite-thread.ts'
import { migrate } from './migrate.ts'
import { emptyLog } from './empty-log.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import type { Schema } from './schema.ts'
import { watchSqlite } from './watch-sqlite.ts'

// Waiting blocks the event loop, and with it every stream.
const busyMs = 50

/** Another process may be in the middle of a long migration. */
const migrationPatienceMs = 60_000

/** The database file `sextant.db` of the data folder; several processes of one machine may hold it open. */
export async function openSqlite(dataDir: string): Promise<Backend> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'sextant.db')
  // For its owner alone, as SQLite's files beside it then are too: the folder may be somebody's, open to all.
  closeSync(openSync(file, 'a', 0o600))
  const connection = new Database(file, { timeout: busyMs })
  const database = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: immediate(connection) }),
    plugins: [new CamelCasePlugin()],
  })
  try {
    connection.pragma('synchronous = NORMAL')
    connection.pragma('foreign_keys = ON')
    // What is deleted is overwritten: a library's texts are nobody's after that.
    connection.pragma('secure_delete = ON')
    await retryWhileBusy(async () => {
      connection.pragma('journal_mode = WAL')
      await migrate(database, 'begin')
    }, migrationPatienceMs)
  } catch (error) {
    connection.close()
    throw error
  }
  const changes = watchSqlite(file)
  const thread = createSqliteThread(file)
  return {
    kind: 'sqlite',
    database,
    write: work => retryWhileBusy(work),
    // The revision that the change wrote is what others poll.
    announce: () => Promise.resolve(),
    onChange: listener => changes.onChange(listener),
    findChunks: thread.find,
    hasPgvector: false,
    removeChunks: thread.removeChunks,
    scrub: () => emptyLog(connection),
    async close() {
      changes.close()
      await thread.close()
      await database.destroy()
      if (connection.open) connection.close()
    },
  }
}

/**
 * Starts transactions with the write lock: one that reads first and writes later would fail at once, without waiting,
 * when another process wrote in between. Statements are kept, because Kysely prepares anew for each call.
 */
function immediate(connection: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement<unknown[]>>()
  const toText = (sql: string): string => {
    if (sql === 'begin') return 'begin immediate'
    // A full disk has ended the transaction already: to roll it back fails, and would hide why.
    return sql === 'rollback' && !connection.inTransaction ? 'select 1' : sql
  }
  return {
    close: () => void connection.close(),
    prepare(sql) {
      const text = toText(sql)
      const known = statements.get(text)
      if (known !== undefined) return known
      const statement = connection.prepare<unknown[]>(text)
      if (statements.size < 200) statements.set(text, statement)
      return statement
    },
  }
}
