import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Backend } from './backend.ts'
import { createFindInPostgres } from './library/find-in-postgres.ts'
import { preparePgvector } from './library/prepare-pgvector.ts'
import { removeChunksInPostgres } from './library/remove-chunks-in-postgres.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { changeChannel, watchPostgres } from './watch-postgres.ts'

/** Nothing that serves takes this long; a database that hangs is a fault, not something to wait for. */
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
    findChunks: createFindInPostgres(database, hasPgvector),
    hasPgvector,
    removeChunks: (itemId, before) => removeChunksInPostgres(database, itemId, before),
    // Its vacuum does that in its own time.
    scrub: () => Promise.resolve(),
    async close() {
      await changes.close()
      await database.destroy()
    },
  }
}

/**
 * On a connection of its own, which may wait for another process's migration for as long as that takes.
 * @returns whether pgvector is there
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
  // An idle connection that dies is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}

const bigintOid = 20

// Times, tokens and nano-dollars stay far below 2^53; `pg` would hand them over as strings.
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid ? Number : pg.types.getTypeParser(oid, format)
