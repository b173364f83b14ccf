import { setImmediate as nextTurn } from 'node:timers/promises'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import type { LibraryPage } from './library-items.ts'

/** An item to save; it replaces the one with the same id. */
export interface NewLibraryItem {
  readonly id: string
  readonly teamId: string
  /** Owner, unless the item already exists; null: the operator. */
  readonly ownerId: string | null
  /** Key whose budget pays for indexing; null: none. */
  readonly keyId: string | null
  readonly kind: 'page' | 'document'
  readonly title: string
  readonly foldedTitle: string
  readonly url: string | null
  readonly host: string | null
  readonly sha256: string | null
  readonly collection: string
  readonly texts: readonly LibraryPage[]
}

const partCharsMax = 64 * 1024
const partsAtOnce = 8

/** Writes text and item atomically: an interrupted write leaves the item unchanged. */
export async function saveItem(backend: Backend, item: NewLibraryItem): Promise<void> {
  const { database } = backend
  const { texts, ...about } = item
  const version = newVersion()
  const parts = texts.flatMap(({ page, content }) => cut(content).map(part => ({ page, content: part })))
  const rows = parts.map(({ page, content }, index) => {
    return { itemId: item.id, version, place: index, teamId: item.teamId, page, content: toStorable(content) }
  })
  for (let from = 0; from < rows.length; from += partsAtOnce) {
    if (from > 0) await nextTurn()
    const some = rows.slice(from, from + partsAtOnce)
    await backend.write(() => database.insertInto('libraryTexts').values(some).execute())
  }
  const row = {
    ...about,
    title: toStorable(item.title),
    foldedTitle: toStorable(item.foldedTitle),
    url: item.url === null ? null : toStorable(item.url),
    collection: toStorable(item.collection),
    chars: texts.reduce((sum, { content }) => sum + content.length, 0),
    sizeBytes: texts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    pages: Math.max(1, ...texts.map(({ page }) => page)),
    chunks: 0,
    embedder: null,
    version,
    work: 'cut' as const,
    reason: null,
    claimedBy: null,
    claimedUntil: null,
    createdAt: Date.now(),
  }
  await backend.write(() =>
    database.transaction().execute(async transaction => {
      await transaction
        .insertInto('libraryItems')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet({ ...row, ownerId: firstOwner }))
        .execute()
      await transaction
        .deleteFrom('libraryTexts')
        .where('itemId', '=', item.id)
        .where('version', '<', version)
        .execute()
    }),
  )
}

// Refreshing someone else's page does not change its owner; a deleted item has none.
const firstOwner = sql<
  string | null
>`case when library_items.work = 'remove' then excluded.owner_id else library_items.owner_id end`

/** Increases with time; unique within a millisecond. */
function newVersion(): number {
  return Date.now() * 1000 + randomInt(1000)
}

function cut(content: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < content.length;) {
    let to = Math.min(content.length, from + partCharsMax)
    // Half a surrogate pair would be stored as a different character.
    if (to < content.length && /[\uD800-\uDBFF]/.test(content.charAt(to - 1))) to--
    parts.push(content.slice(from, to))
    from = to
  }
  return parts
}
