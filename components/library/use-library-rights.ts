'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

export interface LibraryRights {
  /** Adds items, and has some of their own to delete and move. */
  readonly adds: boolean
  /** Deletes and moves everybody's, and says what is kept by itself. */
  readonly manages: boolean
  readonly mayChange: (item: LibraryItem) => boolean
}

/** What somebody may do here; the server decides by itself. */
export function useLibraryRights(): LibraryRights {
  const { role } = useAccount()
  const adds = role !== 'viewer'
  const manages = role === 'admin' || role === 'owner'
  // Another server may not say whose an item is.
  return { adds, manages, mayChange: item => manages || (adds && item.yours !== false) }
}
