import type { LibraryItem } from '#lib/contracts/library-item.ts'
import type { StoredItem } from './library-store.ts'

/** @param userId who asks: `yours` says whether it is theirs */
export function toLibraryItem(
  { url, sha256, reason, createdAt, ownerId, ...row }: StoredItem,
  userId: string | null,
): LibraryItem {
  return {
    id: row.id,
    object: 'library.item',
    kind: row.kind,
    title: row.title,
    ...(url !== null && { url }),
    ...(sha256 !== null && { sha256 }),
    collection: row.collection,
    chars: row.chars,
    chunks: row.chunks,
    pages: row.pages,
    state: row.state,
    embedded: row.embedded,
    ...(reason !== null && { reason }),
    yours: ownerId === userId,
    created: Math.floor(createdAt / 1000),
  }
}
