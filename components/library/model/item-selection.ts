import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

/** What is chosen, by id: the items themselves, since what is deleted has to be named. */
export type ItemSelection = ReadonlyMap<string, LibraryItem>

export const nothingSelected: ItemSelection = new Map()

/** Takes the items in; where all of them are in already, takes them out. */
export function toggleItems(selected: ItemSelection, items: readonly LibraryItem[]): ItemSelection {
  const next = new Map(selected)
  const out = items.every(({ id }) => next.has(id))
  for (const item of items) {
    if (out) next.delete(item.id)
    else next.set(item.id, item)
  }
  return next
}

/** Takes in all that may be changed from one place of the list to another, in whichever direction. */
export function addRange(
  selected: ItemSelection,
  items: readonly LibraryItem[],
  { from, to, mayChange }: { from: number; to: number; mayChange: (item: LibraryItem) => boolean },
): ItemSelection {
  const range = items.slice(Math.min(from, to), Math.max(from, to) + 1).filter(mayChange)
  return new Map([...selected, ...range.map(item => [item.id, item] as const)])
}
