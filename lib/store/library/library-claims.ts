import { sql } from 'kysely'
import type { Backend } from '#lib/store/backend.ts'
import { toStorable } from '#lib/store/to-storable.ts'
import { type ClaimedItem, leaseMs, type Ownership } from './ownership.ts'

export type Work = 'cut' | 'embed' | 'remove'

/** Who works on what. */
export interface LibraryClaims {
  /** The oldest items of one team, then of the next. */
  claim(work: Work, limit: number): Promise<readonly ClaimedItem[]>
  /** Says that this process is still at it; @returns those that are still its own. */
  renew(items: readonly ClaimedItem[]): Promise<readonly ClaimedItem[]>
  /** Gives items back as they are. */
  release(items: readonly ClaimedItem[]): Promise<void>
  fail(item: ClaimedItem, reason: string): Promise<void>
  /** Lets failed items of a team be tried again. @returns their ids */
  retry(teamId: string, ids: readonly string[]): Promise<readonly string[]>
  /** Queues what has vectors of another model. */
  queueOthers(embedder: string): Promise<void>
  /** Takes back what this process's forerunner had claimed, where there can be no other: on SQLite. */
  takeOver(): Promise<void>
}

export function createLibraryClaims(backend: Backend, ownership: Ownership): LibraryClaims {
  const { database, kind } = backend
  const { worker } = ownership
  let lastTeam = ''

  async function nextTeam(work: Work): Promise<string | null> {
    const free = database
      .selectFrom('libraryItems')
      .select('teamId')
      .where('work', '=', work)
      .where(build => build.or([build('claimedUntil', 'is', null), build('claimedUntil', '<', Date.now())]))
      .orderBy('teamId')
      .limit(1)
    const next = await free.where('teamId', '>', lastTeam).executeTakeFirst()
    return (next ?? (await free.executeTakeFirst()))?.teamId ?? null
  }

  return {
    async claim(work, limit) {
      const teamId = await nextTeam(work)
      if (teamId === null) return []
      lastTeam = teamId
      const now = Date.now()
      // The condition stands twice: on PostgreSQL whoever comes second looks at it again, at the row as it is then.
      const free = sql<boolean>`(claimed_until is null or claimed_until < ${now})`
      return await backend.write(() =>
        database
          .updateTable('libraryItems')
          .set({ claimedBy: worker, claimedUntil: now + leaseMs })
          .where('id', 'in', select =>
            select
              .selectFrom('libraryItems')
              .select('id')
              .where('work', '=', work)
              .where('teamId', '=', teamId)
              .where(free)
              .orderBy('createdAt')
              .limit(limit),
          )
          .where('work', '=', work)
          .where(free)
          .returning(['id', 'teamId', 'version', 'title', 'keyId'])
          .execute(),
      )
    },

    async renew(items) {
      if (items.length === 0) return []
      return await backend.write(() =>
        database
          .updateTable('libraryItems')
          .set({ claimedUntil: Date.now() + leaseMs })
          .where(ownership.isOwn(items))
          .returning(['id', 'teamId', 'version', 'title', 'keyId'])
          .execute(),
      )
    },

    release: items => ownership.end(items, {}),

    fail: (item, reason) => ownership.end([item], { work: null, reason: toStorable(reason.slice(0, 500)) }),

    async retry(teamId, ids) {
      const tried = await backend.write(() =>
        database
          .updateTable('libraryItems')
          .set(({ eb }) => ({
            work: eb
              .case()
              .when('chunks', '=', 0)
              .then('cut' as const)
              .else('embed' as const)
              .end(),
            reason: null,
          }))
          .where('teamId', '=', teamId)
          .where('id', 'in', [...ids])
          .where('work', 'is', null)
          .where('reason', 'is not', null)
          .returning('id')
          .execute(),
      )
      return tried.map(({ id }) => id)
    },

    async queueOthers(embedder) {
      await backend.write(() =>
        database
          .updateTable('libraryItems')
          .set({ work: 'embed' })
          .where('work', 'is', null)
          .where('reason', 'is', null)
          .where('chunks', '>', 0)
          .where(build => build.or([build('embedder', 'is', null), build('embedder', '!=', embedder)]))
          .execute(),
      )
    },

    async takeOver() {
      if (kind !== 'sqlite') return
      await backend.write(() =>
        database
          .updateTable('libraryItems')
          .set({ claimedBy: null, claimedUntil: null })
          .where('work', 'is not', null)
          .execute(),
      )
    },
  }
}
