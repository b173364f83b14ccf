import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The API formats, the session and the cached tokens of a request. */
export async function apiFormatsMigration(transaction: Kysely<Schema>): Promise<void> {
  for (const statement of [
    sql`alter table requests add column api_format text`,
    sql`alter table requests add column upstream_api_format text`,
    sql`alter table requests add column session text`,
    sql`alter table requests add column agent text`,
    sql`alter table requests add column cache_read_tokens bigint not null default 0`,
    sql`alter table requests add column cache_write_tokens bigint not null default 0`,
    sql`alter table requests add column cache_write_long_tokens bigint not null default 0`,
    sql`alter table requests add column reasoning_tokens bigint not null default 0`,
  ])
    await statement.execute(transaction)
}
