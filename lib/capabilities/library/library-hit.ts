import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

/** A question's vector, with the model that made it: only vectors of the same model and revision are compared. */
export interface QueryVector {
  readonly values: Float32Array
  /** Public ID of the model that answered, a fallback included. */
  readonly embedder: string
}

/** A search in one team's library. */
export interface LibraryQuery {
  readonly teamId: string
  /** The requester; null: the operator. */
  readonly userId: string | null
  /** As typed by a user; no query syntax. */
  readonly query: string
  /** Null: all. */
  readonly collections: readonly string[] | null
  /** Null: keyword search only. */
  readonly vector: QueryVector | null
  /** Only pages at these hosts or below them; absent: everything. */
  readonly hosts?: readonly string[]
  /** Chunks, best first. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** A passage of an item. */
export interface LibraryHit {
  readonly item: LibraryItem
  readonly content: string
  /** From 1. */
  readonly fromPage: number
  /** 0…1, fused; 1: first by words and by meaning, or only by words in a keyword search. */
  readonly score: number
}

export interface LibraryHits {
  /** Best first. */
  readonly hits: readonly LibraryHit[]
  /** Passages of the whole library, and those that can be found by meaning. */
  readonly index: { readonly chunks: number; readonly embedded: number }
}

/**
 * Finds passages by words and meaning.
 * @throws ApiError `store_unavailable`; the signal's reason
 */
export type SearchLibrary = (query: LibraryQuery) => Promise<LibraryHits>
