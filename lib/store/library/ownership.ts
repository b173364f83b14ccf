import { type RawBuilder, sql } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'

/** An item claimed by a process; no other process works on it until the claim expires. */
export interface ClaimedItem {
  readonly id: string
  readonly teamId: string
  readonly version: number
  readonly title: string
  /** The key that saved it; null: unknown. */
  readonly keyId: string | null
}

/** Claims of one process, valid while it renews them. */
export interface Ownership {
  readonly worker: string
  /** A condition: the items of the list that this process still holds. */
  isOwn(items: readonly ClaimedItem[]): RawBuilder<boolean>
  /** Releases the items it still holds, with an update. */
  end(items: readonly ClaimedItem[], change: ItemChange): Promise<void>
  /** Releases items with vectors of a model; those meanwhile queued for another one stay queued. */
  endEmbedding(items: readonly ClaimedItem[], embedder: string): Promise<void>
}

interface ItemChange {
  readonly work?: 'embed' | null
  readonly chunks?: number
  readonly reason?: string | null
}

/** Long enough for the slowest batch of texts; after it, items of a killed process are claimed again. */
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
    async endEmbedding(items, embedder) {
      if (items.length === 0) return
      await backend.write(() =>
        backend.database
          .updateTable('libraryItems')
          .set({
            work: sql`case when embedder <> ${embedder} then 'embed' end`,
            embedder: sql`coalesce(embedder, ${embedder})`,
            reason: null,
            claimedBy: null,
            claimedUntil: null,
          })
          .where(isOwn(items))
          .execute(),
      )
    },
  }
}
