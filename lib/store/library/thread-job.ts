import type { FoundChunk, LibraryFind } from './library-find.ts'

interface FindJob {
  readonly kind: 'find'
  readonly find: LibraryFind
}

interface RemoveChunksJob {
  readonly kind: 'removeChunks'
  readonly itemId: string
  /** Versions before this one. */
  readonly before: number
}

export type ThreadJob = FindJob | RemoveChunksJob

export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly found: readonly FoundChunk[] }
  | { readonly id: number; readonly ok: false; readonly error: string }
