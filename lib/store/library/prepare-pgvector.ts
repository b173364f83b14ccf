import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'
import { toVectorText } from './vector-text.ts'

/** Any number that nothing else locks: `vect` in ASCII. */
const lockNumber = 0x76656374
const rowsAtOnce = 500

/**
 * Lets the database compare vectors itself where the extension pgvector is there or can be created, those that were
 * written before included.
 * @param database without a deadline for its statements
 * @returns whether it can
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

/** It may not be installed, or not ours to create: both are no fault, the library works without. */
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
