/** Filters of the library page. They are in the URL, so that reloads and links restore them. */
export interface LibrarySearchParams {
  /** Null: all. */
  readonly collection: string | null
  /** Title filter; empty: any. */
  readonly title: string
  readonly state: ItemState | null
  /** Search query; empty: list the items. */
  readonly find: string
}

export const itemStates = ['queued', 'indexed', 'failed'] as const
export type ItemState = (typeof itemStates)[number]

export function readLibrarySearchParams(search: Pick<URLSearchParams, 'get'>): LibrarySearchParams {
  const state = search.get('state')
  return {
    collection: search.get('collection') || null,
    title: search.get('title') ?? '',
    state: itemStates.find(each => each === state) ?? null,
    find: search.get('find') ?? '',
  }
}

/** `?collection=…&find=…`; empty for all items. */
export function writeLibrarySearchParams({ collection, title, state, find }: LibrarySearchParams): string {
  const search = new URLSearchParams({
    ...(collection !== null && { collection }),
    ...(title !== '' && { title }),
    ...(state !== null && { state }),
    ...(find !== '' && { find }),
  }).toString()
  return search === '' ? '' : `?${search}`
}
