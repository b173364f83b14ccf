import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'
import { toVectorText } from './vector-text.ts'

/** An arbitrary lock number: `vect` in ASCII. */
const lockNumber = 0x76656374
const rowsAtOnce = 500

/**
 * Enables vector search in the database if the extension pgvector exists or can be created, for existing vectors
 * too.
 * @param database without a statement timeout
 * @returns whether it is available
 */
export async function preparePgvector(database: Kysely<Schema>): Promise<boolean> {
  if (!(await hasType(database)) && !(await tryToCreate(database))) return false
  await database.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(transaction)
    await sql`alter table library_vectors add column if not exists embedding vector`.execute(transaction)
    while ((await fill(transaction)) === rowsAtOnce) continue
  })
  return true
}

async function hasType(database: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regtype('vector') is not null as there`.execute(database)
  return rows[0]?.there === true
}

/** It may not be installed, or we may lack permission: neither is an error, the library works without it. */
async function tryToCreate(database: Kysely<Schema>): Promise<boolean> {
  return await sql`create extension if not exists vector`.execute(database).then(
    () => true,
    () => false,
  )
}

async function fill(transaction: Kysely<Schema>): Promise<number> {
  const rows = await transaction
    .selectFrom('libraryVectors')
    .select(['id', 'vector'])
    .where('embedding', 'is', null)
    .limit(rowsAtOnce)
    .execute()
  for (const { id, vector } of rows) {
    await sql`update library_vectors set embedding = ${toVectorText(vector)}::vector where id = ${id}`.execute(
      transaction,
    )
  }
  return rows.length
}
