import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Short links to requests, and the owner of a library item. */
export async function shareMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create table shares (
      id text primary key,
      team_id text not null references teams (id),
      hash text not null unique,
      contract text not null,
      title text not null,
      draft text not null,
      audience text not null check (audience in ('team', 'public')),
      created_by text not null references users (id),
      created_at bigint not null,
      expires_at bigint,
      revoked_at bigint,
      views bigint not null default 0,
      last_viewed_at bigint
    )`,
    sql`create index shares_by_team on shares (team_id, created_at, id)`,
    sql`create index shares_by_person on shares (team_id, created_by, created_at)`,
    sql`alter table library_items add column owner_id text`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
