import { type RawBuilder, sql } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'

/** An item that a process has taken to work on; nobody else works on it until the time is over. */
export interface ClaimedItem {
  readonly id: string
  readonly teamId: string
  readonly version: number
  readonly title: string
  /** With which key it was kept; null: nobody knows. */
  readonly keyId: string | null
}

/** What one process has taken, for as long as it says that it is at it. */
export interface Ownership {
  readonly worker: string
  /** A condition: of these, the items that are still this process's own. */
  isOwn(items: readonly ClaimedItem[]): RawBuilder<boolean>
  /** Gives back what is still its own, with a change. */
  end(items: readonly ClaimedItem[], change: ItemChange): Promise<void>
}

interface ItemChange {
  readonly work?: 'embed' | null
  readonly chunks?: number
  readonly embedder?: string
  readonly reason?: string | null
}

/** Long enough for the slowest batch of texts; what a process held that was killed is taken up again after it. */
export const leaseMs = 60_000

export function createOwnership(backend: Backend, worker: string): Ownership {
  const isOwn = (items: readonly ClaimedItem[]) => {
    const rows = items.map(({ id, version }) => sql`(${id}, cast(${version} as bigint))`)
    return sql<boolean>`claimed_by = ${worker} and (id, version) in (values ${sql.join(rows)})`
  }
  return {
    worker,
    isOwn,
    async end(items, change) {
      if (items.length === 0) return
      await backend.write(() =>
        backend.database
          .updateTable('libraryItems')
          .set({ ...change, claimedBy: null, claimedUntil: null })
          .where(isOwn(items))
          .execute(),
      )
    },
  }
}
