import type { ColumnType, Generated } from 'kysely'

export interface LibraryItemTable {
  id: string
  teamId: string
  kind: 'page' | 'document'
  title: string
  /** NFKC, lower case, without accents: what a search by title looks at. */
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
  /** The model and revision whose vectors all of its chunks have; null: none yet. */
  embedder: string | null
  /** Grows when the item is replaced: texts and chunks of another version are not its own any more. */
  version: number
  /** What is left to do; null: nothing. An item that is being removed is nobody's any more. */
  work: 'cut' | 'embed' | 'remove' | null
  /** Why it failed. */
  reason: string | null
  /** The process that works on it, until that time (Unix milliseconds). */
  claimedBy: string | null
  claimedUntil: number | null
  createdAt: number
  /** Who put it here first; null: nobody knows, or the operator. */
  ownerId: string | null
  /** With which key it was last kept; null: nobody knows. */
  keyId: string | null
}

/** A page's text, or a part of one that is very long, in the order of `place`. */
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
  /** JSON: those it stands under, outermost first. */
  headings: string
  content: string
  /** Folded words of title, headings and content, divided by spaces: what is searched. */
  words: string
}

export interface LibraryVectorTable {
  /** Grows with each vector that is written: who holds those before it needs to read only the later ones. */
  id: Generated<number>
  teamId: string
  chunkId: number
  /** Model and revision. */
  embedder: string
  /** Little-endian float32, of length 1. */
  vector: Buffer
  /** The same for pgvector; the column is there where that is. */
  embedding: ColumnType<unknown, string | undefined, never>
}
