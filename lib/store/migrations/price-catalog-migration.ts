import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Price catalogs of `prices update`, which replace the shipped one. */
export async function priceCatalogMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`create table price_catalogs (
    id text primary key,
    made_at bigint not null,
    sha256 text not null,
    body text not null,
    applied_at bigint not null,
    applied_by text not null
  )`.execute(transaction)
}
