import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Backend } from './backend.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { changeChannel, watchPostgres } from './watch-postgres.ts'

/** A PostgreSQL database, shared by any number of gateways and consoles. */
export async function openPostgres(databaseUrl: string): Promise<Backend> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'sextant',
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types: { getTypeParser: parserOf },
  })
  // An idle connection that dies is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  })
  try {
    await migrate(database, 'advisory')
  } catch (error) {
    await pool.end()
    throw error
  }
  const changes = watchPostgres(databaseUrl)
  return {
    kind: 'postgres',
    database,
    write: work => work(),
    async announce(transaction) {
      await sql`select pg_notify(${changeChannel}, '')`.execute(transaction)
    },
    onChange: listener => changes.onChange(listener),
    async close() {
      await changes.close()
      await database.destroy()
    },
  }
}

const bigintOid = 20

// Times, tokens and nano-dollars stay far below 2^53; `pg` would hand them over as strings.
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid ? Number : pg.types.getTypeParser(oid, format)
