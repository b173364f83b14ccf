import type { ColumnType, Generated } from 'kysely'

export interface LibraryItemTable {
  id: string
  teamId: string
  kind: 'page' | 'document'
  title: string
  /** NFKC, lower case, without accents: for title search. */
  foldedTitle: string
  url: string | null
  /** Of `url`. */
  host: string | null
  sha256: string | null
  collection: string
  chars: number
  sizeBytes: number
  pages: number
  chunks: number
  /**
   * The model and revision whose vectors all chunks have; while they are embedded, those that they are to have.
   * Null: those of the process that embeds them.
   */
  embedder: string | null
  /** Increased when the item is replaced: texts and chunks of another version no longer belong to it. */
  version: number
  /** Remaining work; null: none. An item being removed is hidden. */
  work: 'cut' | 'embed' | 'remove' | null
  /** Why it failed. */
  reason: string | null
  /** The process that works on it, until that time (Unix milliseconds). */
  claimedBy: string | null
  claimedUntil: number | null
  createdAt: number
  /** The user who added it; null: unknown, or the operator. */
  ownerId: string | null
  /** The key that last saved it; null: unknown. */
  keyId: string | null
}

/** Text of a page, or part of a very long one, in the order of `place`. */
export interface LibraryTextTable {
  itemId: string
  version: number
  place: number
  teamId: string
  page: number
  content: string
}

export interface LibraryChunkTable {
  id: Generated<number>
  teamId: string
  itemId: string
  version: number
  place: number
  fromPage: number
  /** JSON: enclosing headings, outermost first. */
  headings: string
  content: string
  /** Folded words of title, headings and content, separated by spaces: the indexed text. */
  words: string
}

export interface LibraryVectorTable {
  /** Increases with each written vector: a cache needs to read only the later ones. */
  id: Generated<number>
  teamId: string
  chunkId: number
  /** Model and revision. */
  embedder: string
  /** Little-endian float32, normalized. */
  vector: Buffer
  /** The same for pgvector; the column exists if pgvector does. */
  embedding: ColumnType<unknown, string | undefined, never>
}
