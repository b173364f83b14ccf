import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Prices of operators as requests were charged by them, by the name that rows of the request log have. */
export async function operatorPricesMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`create table operator_prices (
    ref text primary key,
    price text not null,
    first_used_at bigint not null
  )`.execute(transaction)
}
