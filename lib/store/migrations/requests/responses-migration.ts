import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Responses that their clients may continue, and the items by which clients refer to parts of them. */
export async function responsesMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    // Keys without an owner have the owner ''. SQLite reads a row from its start: long texts that are read least are last.
    sql`create table responses (
      team_id text not null,
      id text not null,
      owner_id text not null,
      key_id text not null,
      created_at bigint not null,
      model text not null,
      previous_id text,
      size_bytes bigint not null,
      output text not null,
      input text not null,
      response text not null,
      primary key (team_id, id)
    )`,
    // Covers what retention reads, so that it reads no texts.
    sql`create index responses_by_age on responses (team_id, created_at, id, size_bytes, owner_id)`,
    sql`create table response_items (
      team_id text not null,
      item_id text not null,
      response_id text not null,
      primary key (team_id, item_id, response_id)
    )`,
    sql`create index response_items_by_response on response_items (team_id, response_id)`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
