import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Wait times of a request, its attempts if there were several, and logged bodies. */
export async function requestLogMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`alter table keys add column keep_bodies bigint not null default 0`,
    sql`alter table requests add column auth_ms bigint not null default 0`,
    sql`alter table requests add column queue_ms bigint not null default 0`,
    sql`alter table requests add column load_ms bigint not null default 0`,
    sql`alter table requests add column upstream_ms bigint not null default 0`,
    sql`alter table requests add column attempt_list text`,
    sql`alter table requests add column bodies_kept bigint not null default 0`,
    sql`create index requests_by_member on requests (team_id, user_id, started_at)`,
    // Failed requests are few and searched often.
    sql`create index requests_failed on requests (team_id, started_at) where status >= 400`,
    sql`create table request_bodies (
      request_id text primary key,
      team_id text not null,
      at bigint not null,
      request text not null,
      request_bytes bigint not null,
      request_whole bigint not null,
      answer text not null,
      answer_kind text not null check (answer_kind in ('body', 'events')),
      answer_bytes bigint not null,
      answer_whole bigint not null
    )`,
    sql`create index request_bodies_by_age on request_bodies (team_id, at)`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
