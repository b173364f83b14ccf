import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { openStore } from '#lib/store/core/store.ts'
import { missingPostgres, startPostgres } from '#lib/store/__fixtures__/test-database.ts'
import type { Section } from '#scripts/equality/sections.ts'

/** Both databases after all migrations, and the migration names. */
export const recordSchemas: Section = async write => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sextant-equality-'))
  try {
    await migrate(dataDir, null)
    write('sqlite.json', readSqlite(dataDir))
    write('postgres.json', await readPostgres(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function migrate(dataDir: string, databaseUrl: string | null): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl })
  await store.close()
}

function readSqlite(dataDir: string): object {
  const database = new Database(path.join(dataDir, 'sextant.db'), { readonly: true })
  try {
    const migrations = database.prepare('select id, name from migrations order by id').all()
    const objects = database
      .prepare<[], { type: string; name: string; sql: string | null }>(
        'select type, name, sql from sqlite_master order by type, name',
      )
      .all()
    return { migrations, objects: objects.map(each => ({ ...each, sql: each.sql?.split('\n') ?? null })) }
  } finally {
    database.close()
  }
}

const questions = {
  migrations: 'select id, name from migrations order by id',
  columns: `select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  indexes: "select indexdef from pg_indexes where schemaname = 'public' order by indexname",
  constraints: `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  triggers: `select tgrelid::regclass::text as relation, tgname, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal order by 1, 2`,
  functions: `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
}

async function readPostgres(dataDir: string): Promise<object> {
  const missing = missingPostgres()
  if (missing !== null) return { missing }
  const server = await startPostgres()
  try {
    const address = await server.createDatabase()
    await migrate(dataDir, address)
    const client = new pg.Client(address)
    await client.connect()
    const answers: Record<string, unknown> = {}
    for (const [name, question] of Object.entries(questions)) {
      answers[name] = (await client.query<Record<string, unknown>>(question)).rows
    }
    await client.end()
    return answers
  } finally {
    await server.stop()
  }
}
