import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

/** An item as the API returns it; the number determines its id. */
export function itemOf(number: number, changes: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id: `lib_${String(number).padStart(24, '0')}`,
    object: 'library.item',
    kind: 'page',
    title: `Item ${number}`,
    collection: 'default',
    chars: 100,
    chunks: 2,
    pages: 1,
    state: 'indexed',
    embedded: 2,
    created: 1_763_770_000,
    ...changes,
  }
}
