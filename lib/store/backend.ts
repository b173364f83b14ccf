import type { Kysely } from 'kysely'
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
  close(): Promise<void>
}
