import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Requests that asked a provider and have no row yet, and the gateways that answer them. */
export async function openRequestsMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create table gateways (id text primary key, seen_at bigint not null)`,
    sql`create table open_requests (
      id text primary key,
      team_id text not null,
      gateway_id text not null,
      request text not null
    )`,
    sql`create index open_requests_by_gateway on open_requests (gateway_id)`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
