import type { Kysely } from 'kysely'
import type { FindChunks } from '#lib/store/library/library-find.ts'
import type { Schema } from './schema.ts'

/** One of the two databases, as the queries need it. */
export interface Backend {
  readonly kind: 'sqlite' | 'postgres'
  readonly database: Kysely<Schema>
  /** Repeats a write that found the database locked by another process. */
  write<T>(work: () => Promise<T>): Promise<T>
  /** Tells other processes that keys or settings changed; called inside the changing transaction. */
  announce(transaction: Kysely<Schema>): Promise<void>
  /** Calls the listener after any process announced a change; returns how to stop. */
  onChange(listener: () => void): () => void
  /** Searches the libraries of teams, where that keeps nobody else waiting. */
  readonly findChunks: FindChunks
  /** Whether it has pgvector, and vectors are written for it too. */
  readonly hasPgvector: boolean
  /** Removes chunks of an item, of versions before one, with words and vectors; that may take a while. */
  readonly removeChunks: (itemId: string, before: number) => Promise<void>
  /** Takes what was deleted out of the database's files, as far as that is in our hands. */
  scrub(): Promise<void>
  close(): Promise<void>
}
