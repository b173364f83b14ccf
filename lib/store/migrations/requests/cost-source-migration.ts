import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Where the cost of a request comes from, the price that computed it, and sums of what has no price. */
export async function costSourceMigration(transaction: Kysely<Schema>): Promise<void> {
  for (const statement of [
    sql`alter table requests add column cost_source text`,
    sql`alter table requests add column price_ref text`,
    sql`alter table requests add column units text`,
    sql`alter table requests add column usage_mismatch bigint not null default 0`,
  ])
    await statement.execute(transaction)
  await addCostSums(transaction)
}

/** Tokens read from caches, and requests without a price. Earlier requests count as zero. */
export async function addCostSums(transaction: Kysely<Schema>): Promise<void> {
  for (const statement of [
    sql`alter table usage_sums add column cache_read_tokens bigint not null default 0`,
    sql`alter table usage_sums add column unpriced bigint not null default 0`,
  ])
    await statement.execute(transaction)
}
