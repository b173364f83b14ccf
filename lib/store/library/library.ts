import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Backend } from '#lib/store/core/backend.ts'
import { saveItem, type NewLibraryItem } from './save-item.ts'
import { createLibraryItems, type LibraryItems } from './library-items.ts'
import type { FindChunks } from './library-find.ts'
import { type LibrarySums, measureIndex, measureLibrary, sumLibrary } from './library-sums.ts'
import { hideItems, removeHidden } from './remove-items.ts'
import { createOwnership, type ClaimedItem, leaseMs, type Ownership } from './ownership.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { toVectorBytes } from './vector-bytes.ts'
import { toVectorText } from './vector-text.ts'
import type { Actor } from '#lib/store/team/audit.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { readTeamSettings, updateTeamSettings } from '#lib/store/team/team-settings.ts'

/** The teams' libraries: items, their texts and the search index. Every call is scoped by team id. */
export interface LibraryStore extends LibraryItems {
  readonly find: FindChunks
  readonly work: LibraryWork
  save(item: NewLibraryItem): Promise<void>
  /**
   * Removes items with text, chunks, index entries and vectors; they are hidden immediately. For many items, the
   * index is cleaned up in the background.
   * @param ownerId only those of this user; null: any owner
   * @returns ids of the removed items
   */
  remove(teamId: string, ids: readonly string[], ownerId: string | null): Promise<readonly string[]>
  /** Completes a removal that another process began. */
  finishRemoval(ids: readonly string[]): Promise<void>
  sum(teamId: string, embedder: string): Promise<LibrarySums>
  indexed(teamId: string, embedder: string): Promise<{ readonly chunks: number; readonly embedded: number }>
  /** @param except id of an item to exclude */
  measure(teamId: string, except?: string): Promise<{ readonly items: number; readonly sizeBytes: number }>
  /** Whether this user may change items of others; null, the operator, may. */
  manages(teamId: string, userId: string | null): Promise<boolean>
  savesEverything(teamId: string): Promise<boolean>
  /** @param keyId the key whose owner makes the change */
  setSavesEverything(teamId: string, keeps: boolean, keyId: string): Promise<void>
}

const removalMs = 10_000

export function createLibraryStore(backend: Backend): LibraryStore {
  async function finishRemoval(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await removeHidden(backend, ids)
    await backend.scrub()
  }

  return {
    ...createLibraryItems(backend),
    find: backend.findChunks,
    work: createLibraryWork(backend, randomUUID()),
    save: item => saveItem(backend, item),
    async remove(teamId, ids, ownerId) {
      const hidden = await hideItems(backend, teamId, ids, ownerId)
      const removed = finishRemoval(hidden)
      // Longer work continues in the background, and after a restart.
      await Promise.race([removed, wait(removalMs, undefined, { ref: false })])
      removed.catch(() => undefined)
      return hidden
    },
    finishRemoval,
    sum: (teamId, embedder) => sumLibrary(backend, teamId, embedder),
    indexed: (teamId, embedder) => measureIndex(backend, teamId, embedder),
    measure: (teamId, except = '') => measureLibrary(backend, teamId, except),
    manages: (teamId, userId) => managesLibrary(backend, teamId, userId),
    savesEverything: teamId => readSaveEverything(backend, teamId),
    setSavesEverything: (teamId, keepEverything, keyId) =>
      writeSaveEverything(backend, { teamId, keepEverything, keyId }),
  }
}

/** Work queue for one process; several processes share it without duplicates. */
interface LibraryWork extends LibraryClaims, LibraryIndex {}

function createLibraryWork(backend: Backend, worker: string): LibraryWork {
  const ownership = createOwnership(backend, worker)
  return { ...createLibraryClaims(backend, ownership), ...createLibraryIndex(backend, ownership) }
}

type Work = 'cut' | 'embed' | 'remove'

/** Claims of this process. */
interface LibraryClaims {
  /**
   * The oldest items of one team, then of the next.
   * @param embedder leaves out items that are to have vectors of another model, which another process embeds
   */
  claim(work: Work, limit: number, embedder?: string): Promise<readonly ClaimedItem[]>
  /** Renews the claims of this process. @returns the items it still holds */
  renew(items: readonly ClaimedItem[]): Promise<readonly ClaimedItem[]>
  /** Releases items unchanged. */
  release(items: readonly ClaimedItem[]): Promise<void>
  fail(item: ClaimedItem, reason: string): Promise<void>
  /** Allows retries of a team's failed items. @returns their ids */
  retry(teamId: string, ids: readonly string[]): Promise<readonly string[]>
  /** Queues items with vectors of another model. Of several processes, the one that started last decides. */
  queueOthers(embedder: string): Promise<void>
  /** Releases claims of a previous process, where no other can exist: on SQLite. */
  takeOver(): Promise<void>
}

function createLibraryClaims(backend: Backend, ownership: Ownership): LibraryClaims {
  const { database, kind } = backend
  const { worker } = ownership
  let lastTeam = ''

  async function nextTeam(work: Work, isFree: RawBuilder<boolean>): Promise<string | null> {
    const free = database
      .selectFrom('libraryItems')
      .select('teamId')
      .where('work', '=', work)
      .where(isFree)
      .orderBy('teamId')
      .limit(1)
    const next = await free.where('teamId', '>', lastTeam).executeTakeFirst()
    return (next ?? (await free.executeTakeFirst()))?.teamId ?? null
  }

  return {
    async claim(work, limit, embedder) {
      const now = Date.now()
      const unclaimed = sql<boolean>`(claimed_until is null or claimed_until < ${now})`
      const free =
        embedder === undefined
          ? unclaimed
          : sql<boolean>`(${unclaimed} and (embedder is null or embedder = ${embedder}))`
      const teamId = await nextTeam(work, free)
      if (teamId === null) return []
      lastTeam = teamId
      // The condition is repeated: on PostgreSQL the second process evaluates it again, on the row as it is then.
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
            embedder: null,
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
          .set({ work: 'embed', embedder })
          .where('reason', 'is', null)
          .where('chunks', '>', 0)
          .where(build =>
            build.or([
              build.and([build('work', 'is', null), build('embedder', 'is', null)]),
              build.and([
                build.or([build('work', 'is', null), build('work', '=', 'embed')]),
                build('embedder', '!=', embedder),
              ]),
            ]),
          )
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

export interface NewChunk {
  readonly place: number
  readonly fromPage: number
  readonly headings: readonly string[]
  readonly content: string
  /** Folded and separated by spaces: the indexed text. */
  readonly words: string
}

/** Input of the embedding model. */
interface WaitingChunk {
  readonly id: number
  readonly teamId: string
  readonly itemId: string
  readonly title: string
  readonly headings: readonly string[]
  readonly content: string
}

interface NewVector {
  readonly teamId: string
  readonly chunkId: number
  /** Normalized. */
  readonly vector: Float32Array
}

/** Searchable data of an item. */
interface LibraryIndex {
  /** Removes an item's existing chunks before it is chunked again. */
  clear(item: ClaimedItem): Promise<void>
  /** @returns false: the item was replaced or removed meanwhile, and nothing was written */
  addChunks(item: ClaimedItem, chunks: readonly NewChunk[]): Promise<boolean>
  /** Completes the chunking of an item; an item without chunks is ready. */
  endCut(item: ClaimedItem, chunks: number): Promise<void>
  /** Chunks of these items without a vector of this model, in order. */
  waiting(items: readonly ClaimedItem[], embedder: string, limit: number): Promise<readonly WaitingChunk[]>
  /** Replaces vectors of other models; a vector whose chunk is gone or claimed by another process is skipped. */
  addVectors(vectors: readonly NewVector[], embedder: string): Promise<void>
  endEmbedding(items: readonly ClaimedItem[], embedder: string): Promise<void>
}

function createLibraryIndex(backend: Backend, ownership: Ownership): LibraryIndex {
  const { database, kind, hasPgvector } = backend

  return {
    clear: ({ id, version }) => backend.removeChunks(id, version + 1),

    async addChunks(item, chunks) {
      const { id: itemId, teamId, version } = item
      const rows = chunks.map(({ headings, content, words, ...chunk }) => ({
        ...chunk,
        teamId,
        itemId,
        version,
        headings: toStorable(JSON.stringify(headings)),
        content: toStorable(content),
        words: toStorable(words),
      }))
      return await backend.write(() =>
        database.transaction().execute(async transaction => {
          const still = await transaction
            .updateTable('libraryItems')
            .set({ claimedUntil: Date.now() + leaseMs })
            .where(ownership.isOwn([item]))
            .returning('id')
            .executeTakeFirst()
          if (still === undefined) return false
          await transaction.insertInto('libraryChunks').values(rows).execute()
          return true
        }),
      )
    },

    endCut: (item, chunks) =>
      ownership.end([item], { chunks, work: chunks === 0 ? null : 'embed', reason: null }),

    async waiting(items, embedder, limit) {
      if (items.length === 0) return []
      const rows = await database
        .selectFrom('libraryChunks')
        .innerJoin('libraryItems', join =>
          join
            .onRef('libraryItems.id', '=', 'libraryChunks.itemId')
            .onRef('libraryItems.version', '=', 'libraryChunks.version'),
        )
        .leftJoin('libraryVectors', join =>
          join
            .onRef('libraryVectors.chunkId', '=', 'libraryChunks.id')
            .on('libraryVectors.embedder', '=', embedder),
        )
        .select([
          'libraryChunks.id',
          'libraryChunks.teamId',
          'itemId',
          'libraryItems.title',
          'headings',
          'content',
        ])
        .where(
          'itemId',
          'in',
          items.map(({ id }) => id),
        )
        .where('claimedBy', '=', ownership.worker)
        .where('libraryVectors.id', 'is', null)
        .orderBy('itemId')
        .orderBy('place')
        .limit(limit)
        .execute()
      return rows.map(row => ({ ...row, headings: JSON.parse(row.headings) as string[] }))
    },

    async addVectors(vectors, embedder) {
      await backend.write(() =>
        database.transaction().execute(async transaction => {
          const there = transaction
            .selectFrom('libraryChunks')
            .select('id')
            .where(
              'id',
              'in',
              vectors.map(({ chunkId }) => chunkId),
            )
            .where(
              sql<boolean>`exists (select 1 from library_items where id = item_id and claimed_by = ${ownership.worker})`,
            )
          const rows = await (kind === 'postgres' ? there.forShare() : there).execute()
          const ids = new Set(rows.map(({ id }) => id))
          const kept = vectors.filter(({ chunkId }) => ids.has(chunkId))
          if (kept.length === 0) return
          await transaction
            .deleteFrom('libraryVectors')
            .where('chunkId', 'in', [...ids])
            .execute()
          await transaction
            .insertInto('libraryVectors')
            .values(
              kept.map(({ vector, ...about }) => {
                const bytes = toVectorBytes(vector)
                const row = { ...about, embedder, vector: bytes }
                return hasPgvector ? { ...row, embedding: toVectorText(bytes) } : row
              }),
            )
            .execute()
        }),
      )
    },

    endEmbedding: (items, embedder) => ownership.endEmbedding(items, embedder),
  }
}

/** Checked on each change, so that a revoked role takes effect immediately, whatever key is used. */
async function managesLibrary(
  { database }: Backend,
  teamId: string,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return true
  const manager = await database
    .selectFrom('memberships')
    .select('userId')
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .where('role', 'in', ['admin', 'owner'])
    .executeTakeFirst()
  return manager !== undefined
}

/** Whether a team's library saves everything that is read. */
async function readSaveEverything({ database }: Backend, teamId: string): Promise<boolean> {
  return (await readTeamSettings(database, teamId)).keepEverything
}

/** @param keyId the key whose owner makes the change */
function writeSaveEverything(
  backend: Backend,
  { teamId, keepEverything, keyId }: { teamId: string; keepEverything: boolean; keyId: string },
): Promise<void> {
  return inTransaction(backend, async transaction => {
    const actor = await toActor(transaction, teamId, keyId)
    await updateTeamSettings(backend, transaction, { teamId, patch: { keepEverything }, actor })
  })
}

async function toActor(transaction: Transaction<Schema>, teamId: string, keyId: string): Promise<Actor> {
  const key = await transaction
    .selectFrom('keys')
    .leftJoin('users', 'users.id', 'keys.ownerId')
    .select(['users.id', 'users.name', 'keys.name as keyName'])
    .where('keys.teamId', '=', teamId)
    .where('keys.id', '=', keyId)
    .executeTakeFirst()
  return { id: key?.id ?? null, name: key?.name ?? key?.keyName ?? 'API', address: null }
}
