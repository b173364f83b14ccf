import { setImmediate as nextTurn } from 'node:timers/promises'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import type { LibraryPage } from './library-items.ts'

/** An item as it is kept; it takes the place of the one with the same id. */
export interface NewLibraryItem {
  readonly id: string
  readonly teamId: string
  /** Whose it is, unless it is there already; null: nobody's but the operator's. */
  readonly ownerId: string | null
  /** Whose budget indexing it is charged to; null: nobody's. */
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

/** Writes text and item; whatever is cut short in the middle leaves the item as it was before. */
export async function keepItem(backend: Backend, item: NewLibraryItem): Promise<void> {
  const { database } = backend
  const { texts, ...about } = item
  const version = newVersion()
  const parts = texts.flatMap(({ page, content }) => cut(content).map(part => ({ page, content: part })))
  const rows = parts.map(({ page, content }, place) => {
    return { itemId: item.id, version, place, teamId: item.teamId, page, content: toStorable(content) }
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

// Who refreshes somebody else's page does not own it; what was deleted is nobody's any more.
const firstOwner = sql<
  string | null
>`case when library_items.work = 'remove' then excluded.owner_id else library_items.owner_id end`

/** Later ones are larger; two of one millisecond differ. */
function newVersion(): number {
  return Date.now() * 1000 + randomInt(1000)
}

function cut(content: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < content.length;) {
    let to = Math.min(content.length, from + partCharsMax)
    // Half a character would be stored as another one.
    if (to < content.length && /[\uD800-\uDBFF]/.test(content.charAt(to - 1))) to--
    parts.push(content.slice(from, to))
    from = to
  }
  return parts
}
