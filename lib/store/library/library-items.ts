import { sql, type Kysely, type Selectable } from 'kysely'
import { joinPageParts } from '#lib/join-page-parts.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { LibraryItemTable } from './library-tables.ts'

export interface LibraryFilter {
  readonly collection: string | null
  /** Folded like titles. */
  readonly title: string | null
  readonly state: LibraryRow['state'] | null
  readonly limit: number
  readonly cursor: string | null
}

export interface LibraryPage {
  readonly page: number
  readonly content: string
}

/** Read access to a team's items. `embedder` is the model and revision that `embedded` counts. */
export interface LibraryItems {
  /** Newest first; an invalid cursor starts at the first. */
  list(
    teamId: string,
    filter: LibraryFilter,
    embedder: string,
  ): Promise<{ readonly rows: readonly LibraryRow[]; readonly next: string | null }>
  isCursor(text: string): boolean
  get(teamId: string, ids: readonly string[], embedder: string): Promise<readonly LibraryRow[]>
  /** Pages that exist; those without text are omitted. */
  pages(teamId: string, id: string): Promise<readonly LibraryPage[]>
  /** @returns ids that exist and belong to that owner; null: any owner */
  move(
    teamId: string,
    ids: readonly string[],
    collection: string,
    ownerId: string | null,
  ): Promise<readonly string[]>
}

export function createLibraryItems(backend: Backend): LibraryItems {
  const { database } = backend
  const visible = (teamId: string) =>
    database.selectFrom('libraryItems').select(itemColumns).where('teamId', '=', teamId).where(isKept)

  async function complete(
    rows: readonly Parameters<typeof toLibraryRow>[0][],
    embedder: string,
  ): Promise<LibraryRow[]> {
    const partial = rows.filter(row => !isComplete(row, embedder) && row.chunks > 0).map(({ id }) => id)
    const counts = await countEmbedded(database, partial, embedder)
    return rows.map(row => toLibraryRow(row, embedder, counts.get(row.id) ?? 0))
  }

  return {
    async list(teamId, { collection, title, state, limit, cursor }, embedder) {
      let query = visible(teamId)
      const after = cursor === null ? null : readCursor(cursor)
      if (collection !== null) query = query.where('collection', '=', toStorable(collection))
      if (title !== null) {
        const pattern = `%${toStorable(title).replaceAll(/[\\%_]/g, '\\$&')}%`
        query = query.where(sql<boolean>`folded_title like ${pattern} escape '\\'`)
      }
      if (state === 'queued') query = query.where('work', 'is not', null)
      if (state === 'failed') query = query.where('work', 'is', null).where('reason', 'is not', null)
      if (state === 'indexed') query = query.where('work', 'is', null).where('reason', 'is', null)
      if (after !== null) {
        query = query.where(build =>
          build(build.refTuple('createdAt', 'id'), '<', build.tuple(after.createdAt, after.id)),
        )
      }
      const found = await query
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const rows = await complete(found.slice(0, limit), embedder)
      const last = rows.at(-1)
      return { rows, next: found.length > limit && last !== undefined ? printCursor(last) : null }
    },

    isCursor: text => readCursor(text) !== null,

    async get(teamId, ids, embedder) {
      if (ids.length === 0) return []
      return await complete(
        await visible(teamId)
          .where('id', 'in', [...ids])
          .execute(),
        embedder,
      )
    },

    async pages(teamId, id) {
      const parts = await database
        .selectFrom('libraryTexts')
        .innerJoin('libraryItems', join =>
          join
            .onRef('libraryItems.id', '=', 'libraryTexts.itemId')
            .onRef('libraryItems.version', '=', 'libraryTexts.version'),
        )
        .select(['page', 'content'])
        .where('libraryTexts.teamId', '=', teamId)
        .where('itemId', '=', id)
        .where(isKept)
        .orderBy('place')
        .execute()
      return joinPageParts(parts)
    },

    async move(teamId, ids, collection, ownerId) {
      const moved = await backend.write(() =>
        database
          .updateTable('libraryItems')
          .set({ collection: toStorable(collection) })
          .where('teamId', '=', teamId)
          .where('id', 'in', [...ids])
          .where(isKept)
          .$if(ownerId !== null, query => query.where('ownerId', '=', ownerId))
          .returning('id')
          .execute(),
      )
      return moved.map(({ id }) => id)
    },
  }
}

/** A condition: the item was not deleted by a user, even if it is not yet removed from the index. */
export const isKept = sql<boolean>`(work is null or work != 'remove')`

/** Continuation point of an item list. */
interface LibraryCursor {
  readonly createdAt: number
  readonly id: string
}

function printCursor({ createdAt, id }: LibraryCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

/** @returns null for an invalid cursor */
function readCursor(text: string): LibraryCursor | null {
  const [, createdAt, id] =
    /^(\d{1,15}) (lib_[0-9A-Za-z]{24})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id }
}

/** Number of chunks per item with a vector of that model. */
async function countEmbedded(
  database: Kysely<Schema>,
  itemIds: readonly string[],
  embedder: string,
): Promise<ReadonlyMap<string, number>> {
  if (itemIds.length === 0) return new Map()
  const counts = await database
    .selectFrom('libraryChunks')
    .innerJoin('libraryVectors', 'libraryVectors.chunkId', 'libraryChunks.id')
    .innerJoin('libraryItems', join =>
      join
        .onRef('libraryItems.id', '=', 'libraryChunks.itemId')
        .onRef('libraryItems.version', '=', 'libraryChunks.version'),
    )
    .select(({ fn }) => ['libraryChunks.itemId', fn.countAll<number>().as('count')])
    .where('libraryChunks.itemId', 'in', [...itemIds])
    .where('libraryVectors.embedder', '=', embedder)
    .groupBy('libraryChunks.itemId')
    .execute()
  return new Map(counts.map(({ itemId, count }) => [itemId, Number(count)]))
}

/** An item of a team's library, without its text. */
interface LibraryRow {
  readonly id: string
  readonly kind: 'page' | 'document'
  readonly title: string
  readonly url: string | null
  readonly sha256: string | null
  readonly collection: string
  readonly chars: number
  readonly pages: number
  /** 0 until it is chunked. */
  readonly chunks: number
  /** Chunks with a vector of the given model. */
  readonly embedded: number
  readonly state: 'queued' | 'indexed' | 'failed'
  /** Why it failed. */
  readonly reason: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
  /** The user who added it; null: the operator, or unknown. */
  readonly ownerId: string | null
}

const itemColumns = [
  'id',
  'kind',
  'title',
  'url',
  'sha256',
  'collection',
  'chars',
  'pages',
  'chunks',
  'embedder',
  'work',
  'reason',
  'createdAt',
  'ownerId',
] as const

type Selected = Pick<Selectable<LibraryItemTable>, (typeof itemColumns)[number]>

/** @param embedded for an item with missing vectors of the model */
function toLibraryRow(
  { embedder: indexedBy, work, ...row }: Selected,
  embedder: string,
  embedded: number,
): LibraryRow {
  return {
    ...row,
    embedded: isComplete({ embedder: indexedBy, work }, embedder) ? row.chunks : embedded,
    state: work !== null ? 'queued' : row.reason === null ? 'indexed' : 'failed',
  }
}

function isComplete(row: Pick<Selected, 'embedder' | 'work'>, embedder: string): boolean {
  return row.embedder === embedder && row.work === null
}
