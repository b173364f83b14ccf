import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

/** Selected items by id; the delete dialog needs their titles. */
export type ItemSelection = ReadonlyMap<string, LibraryItem>

export const nothingSelected: ItemSelection = new Map()

/** Selects the items, or deselects them if all are selected. */
export function toggleItems(selected: ItemSelection, items: readonly LibraryItem[]): ItemSelection {
  const next = new Map(selected)
  const out = items.every(({ id }) => next.has(id))
  for (const item of items) {
    if (out) next.delete(item.id)
    else next.set(item.id, item)
  }
  return next
}

/** Selects all editable items between two list positions, in either direction. */
export function addRange(
  selected: ItemSelection,
  items: readonly LibraryItem[],
  { from, to, mayChange }: { from: number; to: number; mayChange: (item: LibraryItem) => boolean },
): ItemSelection {
  const range = items.slice(Math.min(from, to), Math.max(from, to) + 1).filter(mayChange)
  return new Map([...selected, ...range.map(item => [item.id, item] as const)])
}
