import { join } from 'node:path'
import type { Backend } from './backend.ts'
import { NewerDatabaseError, migrate } from './migrate.ts'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, SqliteDialect, type SqliteDatabase } from 'kysely'
import pg from 'pg'
import { createFindInPostgres } from '#lib/store/library/find-in-postgres.ts'
import { preparePgvector } from '#lib/store/library/prepare-pgvector.ts'
import { removeChunksInPostgres } from '#lib/store/library/remove-chunks-in-postgres.ts'
import type { Schema } from './schema.ts'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createSqliteThread } from '#lib/store/library/sqlite-thread.ts'
import { isFullDisk } from '#lib/errors.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** @throws Error that says which database could not be opened and why, without the password in its URL */
export async function openBackend(dataDir: string, databaseUrl: string | null): Promise<Backend> {
  try {
    return databaseUrl === null ? await openSqlite(dataDir) : await openPostgres(databaseUrl)
  } catch (cause) {
    if (cause instanceof NewerDatabaseError) throw cause
    const database = databaseUrl === null ? join(dataDir, 'sextant.db') : 'The database of DATABASE_URL'
    throw new Error(`${database} cannot be opened: ${reasonOf(cause)}`, { cause })
  }
}

/** A refused connection to a host with several IP addresses is an AggregateError with an empty message. */
function reasonOf(error: unknown): string {
  if (isFullDisk(error)) return 'the disk is full. Free some space and start again.'
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error.name
}

/** Exceeds any normal query: a database that hangs is an error. */
const queryMs = 10_000

/** A PostgreSQL database, shared by any number of gateways and consoles. */
export async function openPostgres(databaseUrl: string): Promise<Backend> {
  const hasPgvector = await migrateAlone(databaseUrl)
  const database = connect(databaseUrl, {
    max: 10,
    statement_timeout: queryMs,
    query_timeout: queryMs + 1000,
  })
  const changes = watchPostgres(databaseUrl)
  return {
    kind: 'postgres',
    database,
    write: work => work(),
    async announce(transaction) {
      await sql`select pg_notify(${changeChannel}, '')`.execute(transaction)
    },
    onChange: listener => changes.onChange(listener),
    async broadcast(text) {
      await sql`select pg_notify(${broadcastChannel}, ${text})`.execute(database)
    },
    onBroadcast: listener => changes.onBroadcast(listener),
    findChunks: createFindInPostgres(database, hasPgvector),
    hasPgvector,
    removeChunks: (itemId, before) => removeChunksInPostgres(database, itemId, before),
    // Autovacuum does that.
    scrub: () => Promise.resolve(),
    async close() {
      await changes.close()
      await database.destroy()
    },
  }
}

/**
 * Uses its own connection, which may wait for another process's migration.
 * @returns whether pgvector is available
 */
async function migrateAlone(databaseUrl: string): Promise<boolean> {
  const database = connect(databaseUrl, { max: 1 })
  try {
    await migrate(database, 'advisory')
    return await preparePgvector(database)
  } finally {
    await database.destroy()
  }
}

function connect(databaseUrl: string, options: pg.PoolConfig): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'sextant',
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...options,
  })
  // A dead idle connection is replaced on next use; without a listener the error would end the process.
  pool.on('error', () => {})
  // One that is in use may be between two queries, for example of a transaction: the next query reports it.
  pool.on('connect', client => client.on('error', () => {}))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}

const bigintOid = 20

// Times, tokens and nano-dollars stay far below 2^53; `pg` would return them as strings.
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid ? Number : pg.types.getTypeParser(oid, format)

const changeChannel = 'sextant_changed'
const broadcastChannel = 'sextant_broadcast'

const firstPauseMs = 250
const longestPauseMs = 5000

/**
 * Receives notifications on its own direct connection: they do not pass a transaction pooler. Changes may be
 * missed while disconnected, so every listener is called after each connect.
 */
function watchPostgres(databaseUrl: string): {
  onChange(listener: () => void): () => void
  onBroadcast(listener: (text: string) => void): () => void
  close(): Promise<void>
} {
  const listeners = new Listeners()
  const broadcasts = new Listeners<string>()
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let closed = false

  function connect(): void {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'sextant changes',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = next
    const lost = () => {
      if (closed || client !== next) return
      client = null
      retry = setTimeout(connect, pauseMs)
      retry.unref()
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      void next.end().catch(() => {})
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ channel, payload }) =>
      channel === changeChannel ? listeners.call() : broadcasts.call(payload ?? ''),
    )
    next
      .connect()
      .then(() => next.query(`listen ${changeChannel}; listen ${broadcastChannel}`))
      .then(() => {
        pauseMs = firstPauseMs
        listeners.call()
      })
      .catch(lost)
  }

  function connectOnce(): void {
    if (client === null && retry === undefined) connect()
  }

  return {
    onChange(listener) {
      connectOnce()
      return listeners.add(listener)
    },
    onBroadcast(listener) {
      connectOnce()
      return broadcasts.add(listener)
    },
    async close() {
      closed = true
      listeners.clear()
      broadcasts.clear()
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

// Waiting blocks the event loop, and with it every stream.
const busyMs = 50

/** Another process may be running a long migration. */
const migrationPatienceMs = 60_000

/** The database file `sextant.db` of the data folder; several processes of one machine may open it. */
async function openSqlite(dataDir: string): Promise<Backend> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'sextant.db')
  // Private to its owner, as SQLite then makes the files beside it: the folder may be public.
  closeSync(openSync(file, 'a', 0o600))
  const connection = new Database(file, { timeout: busyMs })
  const database = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: immediate(connection) }),
    plugins: [new CamelCasePlugin()],
  })
  try {
    connection.pragma('synchronous = NORMAL')
    connection.pragma('foreign_keys = ON')
    // Overwrites deleted data, so that deleted library texts cannot be recovered.
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
    // Other processes poll the revision that the change wrote.
    announce: () => Promise.resolve(),
    onChange: listener => changes.onChange(listener),
    broadcast: () => Promise.resolve(),
    onBroadcast: () => () => {},
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
 * Starts transactions with the write lock: a transaction that reads first and writes later would fail at once if
 * another process wrote in between. Statements are cached, because Kysely prepares them on every call.
 */
function immediate(connection: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement<unknown[]>>()
  const toText = (sql: string): string => {
    if (sql === 'begin') return 'begin immediate'
    // A full disk has already ended the transaction: the rollback fails, and would hide the cause.
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

const patienceMs = 2000

/**
 * Checkpoints and truncates SQLite's write-ahead log, which still contains deleted data. It cannot be truncated
 * while another connection uses it; that lasts moments, so give up after two seconds: any later checkpoint does
 * the same.
 */
async function emptyLog(connection: Database.Database): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  while (!tryToEmpty(connection) && performance.now() < giveUpAt) await wait(20)
}

function tryToEmpty(connection: Database.Database): boolean {
  if (!connection.open || connection.inTransaction) return false
  // Waiting here would block the whole process.
  const busyMs = connection.pragma('busy_timeout', { simple: true })
  connection.pragma('busy_timeout = 0')
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } finally {
    connection.pragma(`busy_timeout = ${String(busyMs)}`)
  }
}

// A revoked key is rejected within a second, including the lookup.
const pollMs = 250

/**
 * Detects commits of other connections, on its own connection. `data_version` (12 µs) changes with every commit,
 * request rows included; only a raised revision is a change of keys or settings.
 */
function watchSqlite(file: string): { onChange(listener: () => void): () => void; close(): void } {
  const listeners = new Listeners()
  let watch: { connection: Database.Database; timer: NodeJS.Timeout } | null = null

  function start(): { connection: Database.Database; timer: NodeJS.Timeout } {
    const connection = new Database(file, { readonly: true, timeout: 20 })
    let version = readVersion(connection)
    let revision = readRevision(connection)
    const poll = () => {
      const nextVersion = readVersion(connection)
      if (nextVersion === version) return
      const nextRevision = readRevision(connection)
      version = nextVersion
      if (nextRevision === revision) return
      revision = nextRevision
      listeners.call()
    }
    const timer = setInterval(() => {
      try {
        poll()
      } catch (error) {
        // Nothing was marked as seen, so the next poll reports it; the store's own calls report a lasting error.
        if (!(error instanceof Database.SqliteError)) throw error
      }
    }, pollMs)
    timer.unref()
    return { connection, timer }
  }

  return {
    onChange(listener) {
      watch ??= start()
      return listeners.add(listener)
    },
    close() {
      listeners.clear()
      clearInterval(watch?.timer)
      watch?.connection.close()
      watch = null
    },
  }
}

function readVersion(connection: Database.Database): unknown {
  return connection.pragma('data_version', { simple: true })
}

function readRevision(connection: Database.Database): unknown {
  return connection.prepare('select coalesce(sum(revision), 0) from settings').pluck().get()
}

/** Listeners, for example for changes. */
class Listeners<Value = void> {
  readonly #listeners = new Set<(value: Value) => void>()

  /** @returns a function that stops listening */
  add(listener: (value: Value) => void): () => void {
    // A separate wrapper: the same function may be registered twice, and each call removes only its own registration.
    const own = (value: Value) => listener(value)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  call(value: Value): void {
    for (const listener of this.#listeners) listener(value)
  }

  clear(): void {
    this.#listeners.clear()
  }
}
