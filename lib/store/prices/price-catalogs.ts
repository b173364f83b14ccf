import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { type Actor, recordChange } from '#lib/store/team/audit.ts'

export interface NewPriceCatalog {
  readonly madeAt: number
  readonly sha256: string
  readonly body: string
  /** For the audit log, in place of the body. */
  readonly summary: object
}

/** The catalogs that replaced the shipped one. */
export interface PriceCatalogStore {
  /** The one to use: that of the latest day, and of several the last applied. Null: none. */
  latest(): Promise<StoredPriceCatalog | null>
  /** Its ID, which says whether it changed. */
  latestId(): Promise<string | null>
  /** The last one of that day, which prices of requests name. */
  madeAt(at: number): Promise<StoredPriceCatalog | null>
  /** Every gateway uses it within seconds. Only the last 20 are kept. */
  add(teamId: string, catalog: NewPriceCatalog, by: Actor): Promise<void>
}

export interface StoredPriceCatalog {
  readonly id: string
  readonly body: string
}

const keptMax = 20

export function createPriceCatalogStore(backend: Backend): PriceCatalogStore {
  const { database } = backend
  const newestFirst = (from: typeof database) =>
    from
      .selectFrom('priceCatalogs')
      .orderBy('madeAt', 'desc')
      .orderBy('appliedAt', 'desc')
      .orderBy('id', 'desc')

  return {
    async latest() {
      return (await newestFirst(database).select(['id', 'body']).limit(1).executeTakeFirst()) ?? null
    },

    async latestId() {
      return (await newestFirst(database).select('id').limit(1).executeTakeFirst())?.id ?? null
    },

    async madeAt(at) {
      const row = await newestFirst(database)
        .select(['id', 'body'])
        .where('madeAt', '=', at)
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    add: (teamId, { summary, ...catalog }, by) =>
      inTransaction(backend, async transaction => {
        const id = makeId('catalog')
        const kept = await newestFirst(transaction)
          .select('id')
          .limit(keptMax - 1)
          .execute()
        const row = { ...catalog, id, appliedAt: Date.now(), appliedBy: by.name }
        await transaction
          .deleteFrom('priceCatalogs')
          .where('id', 'not in', ['', ...kept.map(each => each.id)])
          .execute()
        await transaction.insertInto('priceCatalogs').values(row).execute()
        await recordChange(transaction, teamId, by, { action: 'prices.update', target: id, after: summary })
        await raiseRevision(backend, transaction, teamId)
      }),
  }
}
