/** Library storage as capabilities need it; each method applies to one team or to unclaimed work. */

export interface PageText {
  /** From 1. */
  readonly page: number
  /** Markdown or plain text. */
  readonly content: string
}

/** An item without its text. */
export interface StoredItem {
  readonly id: string
  readonly kind: 'page' | 'document'
  readonly title: string
  readonly url: string | null
  readonly sha256: string | null
  readonly collection: string
  readonly chars: number
  readonly pages: number
  readonly chunks: number
  readonly embedded: number
  readonly state: 'queued' | 'indexed' | 'failed'
  readonly reason: string | null
  readonly createdAt: number
  /** The user who added it first; null: the operator or unknown. */
  readonly ownerId: string | null
}

export interface NewItem {
  readonly id: string
  readonly teamId: string
  /** Owner of a new item. */
  readonly ownerId: string | null
  /** The key whose budget is charged for indexing; null: none. */
  readonly keyId: string | null
  readonly kind: 'page' | 'document'
  readonly title: string
  readonly foldedTitle: string
  readonly url: string | null
  readonly host: string | null
  readonly sha256: string | null
  readonly collection: string
  readonly texts: readonly PageText[]
}

export interface ClaimedItem {
  readonly id: string
  readonly teamId: string
  readonly version: number
  readonly title: string
  readonly keyId: string | null
}

export interface NewChunk {
  readonly place: number
  readonly fromPage: number
  readonly headings: readonly string[]
  readonly content: string
  readonly words: string
}

export interface WaitingChunk {
  readonly id: number
  readonly teamId: string
  readonly itemId: string
  readonly title: string
  readonly headings: readonly string[]
  readonly content: string
}

/** Indexing: work is claimed, so that several processes do not duplicate it. */
export interface LibraryWork {
  /** With an embedder: without items that are to have vectors of another one. */
  claim(work: 'cut' | 'embed' | 'remove', limit: number, embedder?: string): Promise<readonly ClaimedItem[]>
  renew(items: readonly ClaimedItem[]): Promise<readonly ClaimedItem[]>
  release(items: readonly ClaimedItem[]): Promise<void>
  /** Removes chunks of earlier versions. */
  clear(item: ClaimedItem): Promise<void>
  /** False: this process no longer owns the item. */
  addChunks(item: ClaimedItem, chunks: readonly NewChunk[]): Promise<boolean>
  endCut(item: ClaimedItem, chunks: number): Promise<void>
  waiting(items: readonly ClaimedItem[], embedder: string, limit: number): Promise<readonly WaitingChunk[]>
  addVectors(
    vectors: readonly { readonly teamId: string; readonly chunkId: number; readonly vector: Float32Array }[],
    embedder: string,
  ): Promise<void>
  endEmbedding(items: readonly ClaimedItem[], embedder: string): Promise<void>
  fail(item: ClaimedItem, reason: string): Promise<void>
  retry(teamId: string, ids: readonly string[]): Promise<readonly string[]>
  queueOthers(embedder: string): Promise<void>
  takeOver(): Promise<void>
}

export interface LibraryStore {
  readonly work: LibraryWork
  save(item: NewItem): Promise<void>
  list(
    teamId: string,
    filter: {
      readonly collection: string | null
      readonly title: string | null
      readonly state: StoredItem['state'] | null
      readonly limit: number
      readonly cursor: string | null
    },
    embedder: string,
  ): Promise<{ readonly rows: readonly StoredItem[]; readonly next: string | null }>
  /** Whether the cursor is valid. */
  isCursor(text: string): boolean
  get(teamId: string, ids: readonly string[], embedder: string): Promise<readonly StoredItem[]>
  pages(teamId: string, id: string): Promise<readonly PageText[]>
  /** Only items of this owner; null: all. */
  move(
    teamId: string,
    ids: readonly string[],
    collection: string,
    ownerId: string | null,
  ): Promise<readonly string[]>
  remove(teamId: string, ids: readonly string[], ownerId: string | null): Promise<readonly string[]>
  /** Whether this user may change items of others; null (the operator) may. */
  manages(teamId: string, userId: string | null): Promise<boolean>
  finishRemoval(ids: readonly string[]): Promise<void>
  find(find: {
    readonly teamId: string
    readonly words: readonly string[]
    readonly collections: readonly string[] | null
    readonly hosts: readonly string[] | null
    readonly vector: {
      readonly values: Float32Array
      readonly embedder: string
      readonly share: number
    } | null
    readonly limit: number
  }): Promise<
    readonly {
      readonly itemId: string
      readonly content: string
      readonly fromPage: number
      readonly score: number
    }[]
  >
  sum(
    teamId: string,
    embedder: string,
  ): Promise<{
    readonly collections: readonly { readonly name: string; readonly items: number; readonly chars: number }[]
    readonly items: number
    readonly sizeBytes: number
    readonly chunks: number
    readonly embedded: number
    readonly queued: number
    readonly failed: number
  }>
  /** Chunks, and those with a vector of the model. */
  indexed(teamId: string, embedder: string): Promise<{ readonly chunks: number; readonly embedded: number }>
  /** @param except id of an item excluded from the sums */
  measure(teamId: string, except?: string): Promise<{ readonly items: number; readonly sizeBytes: number }>
  savesEverything(teamId: string): Promise<boolean>
  /** @param keyId key whose owner makes the change */
  setSavesEverything(teamId: string, keeps: boolean, keyId: string): Promise<void>
}
