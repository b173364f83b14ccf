import type { Backend } from '#lib/store/backend.ts'
import { createLibraryClaims, type LibraryClaims } from './library-claims.ts'
import { createLibraryIndex, type LibraryIndex } from './library-index.ts'
import { createOwnership } from './ownership.ts'

/** What is left to do, for one process; several share it without doing anything twice. */
export interface LibraryWork extends LibraryClaims, LibraryIndex {}

export function createLibraryWork(backend: Backend, worker: string): LibraryWork {
  const ownership = createOwnership(backend, worker)
  return { ...createLibraryClaims(backend, ownership), ...createLibraryIndex(backend, ownership) }
}
