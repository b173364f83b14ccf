import type { Kysely } from 'kysely'
import type { FindChunks } from '#lib/store/library/library-find.ts'
import type { Schema } from './schema.ts'

/** The operations that queries need from either database. */
export interface Backend {
  readonly kind: 'sqlite' | 'postgres'
  readonly database: Kysely<Schema>
  /** Retries a write while another process holds the database lock. */
  write<T>(work: () => Promise<T>): Promise<T>
  /** Notifies other processes that keys or settings changed; called inside the transaction. */
  announce(transaction: Kysely<Schema>): Promise<void>
  /** Calls the listener after any process announced a change; returns a function that stops it. */
  onChange(listener: () => void): () => void
  /**
   * Sends up to 4,000 characters to all processes on this database, this one included; lost for those that are not
   * connected. SQLite has one gateway: nothing is sent.
   */
  broadcast(text: string): Promise<void>
  /** Calls the listener with every text; returns a function that stops it. */
  onBroadcast(listener: (text: string) => void): () => void
  /** Searches the libraries of teams without blocking other requests. */
  readonly findChunks: FindChunks
  /** Whether pgvector is available, so that vectors are written for it too. */
  readonly hasPgvector: boolean
  /** Removes chunks of an item before a version, with their full-text entries and vectors; may take a while. */
  readonly removeChunks: (itemId: string, before: number) => Promise<void>
  /** Purges deleted data from the database files, as far as we control them. */
  scrub(): Promise<void>
  close(): Promise<void>
}
