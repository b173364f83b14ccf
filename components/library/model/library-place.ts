/** What of the library is looked at; it lives in the address, so that a reload and a link lead there again. */
export interface LibraryPlace {
  /** Null: all. */
  readonly collection: string | null
  /** Words of the title; empty: any. */
  readonly title: string
  readonly state: ItemState | null
  /** What is searched for in the texts; empty: the items are listed. */
  readonly find: string
}

export const itemStates = ['queued', 'indexed', 'failed'] as const
export type ItemState = (typeof itemStates)[number]

export function readPlace(search: Pick<URLSearchParams, 'get'>): LibraryPlace {
  const state = search.get('state')
  return {
    collection: search.get('collection') || null,
    title: search.get('title') ?? '',
    state: itemStates.find(each => each === state) ?? null,
    find: search.get('find') ?? '',
  }
}

/** `?collection=…&find=…`; empty for all items. */
export function writePlace({ collection, title, state, find }: LibraryPlace): string {
  const search = new URLSearchParams({
    ...(collection !== null && { collection }),
    ...(title !== '' && { title }),
    ...(state !== null && { state }),
    ...(find !== '' && { find }),
  }).toString()
  return search === '' ? '' : `?${search}`
}
