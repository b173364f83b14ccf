import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

type Kind = 'sqlite' | 'postgres'

/** Items, their texts and chunks, the full-text index and the vectors. */
export async function addLibrary(transaction: Transaction<Schema>, kind: Kind): Promise<void> {
  for (const statement of [...tables(kind), ...words[kind]]) await statement.execute(transaction)
}

const number: Record<Kind, RawBuilder<unknown>> = {
  // Ids are never reused: a cached vector of a deleted chunk must not match a new chunk.
  sqlite: sql`integer primary key autoincrement`,
  postgres: sql`bigint generated always as identity primary key`,
}
const bytes: Record<Kind, RawBuilder<unknown>> = { sqlite: sql`blob`, postgres: sql`bytea` }

function tables(kind: Kind): RawBuilder<unknown>[] {
  return [
    sql`create table library_items (
      id text primary key,
      team_id text not null references teams (id),
      kind text not null check (kind in ('page', 'document')),
      title text not null,
      folded_title text not null,
      url text,
      host text,
      sha256 text,
      collection text not null,
      chars bigint not null,
      size_bytes bigint not null,
      pages bigint not null,
      chunks bigint not null,
      embedder text,
      version bigint not null,
      work text check (work in ('cut', 'embed', 'remove')),
      reason text,
      claimed_by text,
      claimed_until bigint,
      created_at bigint not null
    )`,
    sql`create index library_items_by_team on library_items (team_id, created_at, id)`,
    // Covers the columns that collection totals and quotas sum up.
    sql`create index library_items_sums on library_items (team_id, collection, chars, size_bytes)`,
    sql`create index library_items_work on library_items (work, team_id, created_at) where work is not null`,
    sql`create table library_texts (
      item_id text not null,
      version bigint not null,
      place bigint not null,
      team_id text not null,
      page bigint not null,
      content text not null,
      primary key (item_id, version, place)
    )`,
    sql`create table library_chunks (
      id ${number[kind]},
      team_id text not null,
      item_id text not null,
      version bigint not null,
      place bigint not null,
      from_page bigint not null,
      headings text not null,
      content text not null,
      words text not null,
      unique (item_id, version, place)
    )`,
    sql`create table library_vectors (
      id ${number[kind]},
      team_id text not null,
      chunk_id bigint not null unique,
      embedder text not null,
      vector ${bytes[kind]} not null
    )`,
    sql`create index library_vectors_by_team on library_vectors (team_id, embedder, id, chunk_id)`,
  ]
}

const words: Record<Kind, readonly RawBuilder<unknown>[]> = {
  sqlite: [
    // Words are already tokenized and folded: everything between two spaces is a word.
    sql`create virtual table library_words using fts5 (
      words, content = 'library_chunks', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
    )`,
    // Deleted words leave the index immediately, not at a later merge.
    sql`insert into library_words (library_words, rank) values ('secure-delete', 1)`,
    sql`create trigger library_chunks_added after insert on library_chunks begin
      insert into library_words (rowid, words) values (new.id, new.words);
    end`,
    sql`create trigger library_chunks_gone after delete on library_chunks begin
      insert into library_words (library_words, rowid, words) values ('delete', old.id, old.words);
      delete from library_vectors where chunk_id = old.id;
    end`,
  ],
  postgres: [
    sql`alter table library_chunks
      add column lexemes tsvector generated always as (to_tsvector('simple', words)) stored`,
    sql`create index library_words on library_chunks using gin (lexemes)`,
    sql`alter table library_vectors
      add foreign key (chunk_id) references library_chunks (id) on delete cascade`,
  ],
}
