import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Accounts, invitations, the setup link, the audit log, and sign-in attempts for rate limiting. */
export async function teamMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`alter table users add column password_hash text`,
    sql`alter table users add column issuer text`,
    sql`alter table users add column subject text`,
    sql`alter table users add column last_seen_at bigint`,
    sql`create unique index users_by_identity on users (issuer, subject)`,
    sql`alter table sessions add column address text`,
    sql`alter table sessions add column client text`,
    sql`alter table keys add column replaces text`,
    sql`alter table requests add column address text`,
    sql`alter table requests add column client text`,
    sql`create table invitations (
      id text primary key,
      team_id text not null references teams (id),
      hash text not null unique,
      role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
      email text,
      created_by text not null references users (id),
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint,
      used_by text references users (id),
      revoked_at bigint
    )`,
    sql`create index invitations_by_team on invitations (team_id, created_at)`,
    sql`create table setup_links (
      hash text primary key,
      team_id text not null references teams (id),
      created_at bigint not null,
      expires_at bigint not null
    )`,
    // No foreign keys: log rows must not be rejected because of a reference.
    sql`create table audit (
      id text primary key,
      team_id text not null,
      at bigint not null,
      actor_id text,
      actor_name text not null,
      address text,
      action text not null,
      target text,
      before text,
      after text
    )`,
    sql`create index audit_by_team on audit (team_id, at)`,
    sql`create table sign_in_attempts (
      bucket text not null,
      id text not null,
      at bigint not null,
      primary key (bucket, id)
    )`,
    sql`create index sign_in_attempts_by_age on sign_in_attempts (at)`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
