import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Providers and search backends of the console, its model settings, and the check of the encryption key. */
export async function providerMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create table providers (
      id text primary key,
      team_id text not null references teams (id),
      purpose text not null check (purpose in ('models', 'search')),
      name text not null,
      kind text not null,
      server text,
      base_url text,
      sealed_key text,
      key_hint text,
      enabled bigint not null,
      position bigint not null,
      created_at bigint not null,
      updated_at bigint not null,
      unique (team_id, purpose, name)
    )`,
    sql`create table named_models (
      team_id text not null references teams (id),
      id text not null,
      provider text not null,
      upstream text not null,
      kind text not null,
      created_at bigint not null,
      primary key (team_id, id)
    )`,
    sql`create table model_settings (
      team_id text not null references teams (id),
      model_id text not null,
      enabled bigint not null,
      input_price_nanos bigint,
      output_price_nanos bigint,
      context_tokens bigint,
      fallbacks text,
      primary key (team_id, model_id)
    )`,
    sql`create table model_defaults (
      team_id text not null references teams (id),
      job text not null,
      model_id text not null,
      primary key (team_id, job)
    )`,
    sql`create table encryption_checks (
      team_id text primary key references teams (id),
      sealed text not null
    )`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
