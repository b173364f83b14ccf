'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

export interface LibraryRights {
  /** Can add items, and delete and move their own. */
  readonly adds: boolean
  /** Can delete and move all items, and change the auto-save setting. */
  readonly manages: boolean
  readonly mayChange: (item: LibraryItem) => boolean
}

/** The current member's permissions; the server checks again. */
export function useLibraryRights(): LibraryRights {
  const { role } = useAccount()
  const adds = role !== 'viewer'
  const manages = role === 'admin' || role === 'owner'
  // A remote server may not report the owner of an item.
  return { adds, manages, mayChange: item => manages || (adds && item.yours !== false) }
}
