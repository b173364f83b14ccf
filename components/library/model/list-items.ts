import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { toList, toText } from '#lib/client/json-value.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { askLibrary } from './ask-library.ts'
import type { LibraryPlace } from './library-place.ts'
import { fieldOf } from '#lib/client/console-answer.ts'

export type ItemFilter = Pick<LibraryPlace, 'collection' | 'title' | 'state'>

export interface ItemPage {
  readonly items: readonly LibraryItem[]
  readonly nextCursor: string | null
}

const pageSize = 100
// While items are being indexed they are asked for again; all of a long list would be too much of that.
const watchedPagesMax = 3

/** The key of all that is known of the library; what changes it makes all of it be asked for again. */
export const libraryKey = ['library'] as const

/** The items that fit a filter, newest first, page by page. */
export function itemsQuery(filter: ItemFilter) {
  return infiniteQueryOptions({
    queryKey: [...libraryKey, 'items', filter],
    queryFn: ({ pageParam, signal }) => listItems(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) => (isWatched(data) ? 2000 : false),
    retry: false,
  })
}

/** Every item that fits, however many pages that is. */
export async function listAllItems(filter: ItemFilter, signal: AbortSignal): Promise<readonly LibraryItem[]> {
  const all: LibraryItem[] = []
  let cursor: string | null = null
  do {
    const page: ItemPage = await listItems(filter, cursor, signal)
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** The same list without these items, for the moment until it was asked for again. */
export function withoutItems(
  data: InfiniteData<ItemPage, string | null> | undefined,
  ids: ReadonlySet<string>,
): InfiniteData<ItemPage, string | null> | undefined {
  if (data === undefined) return undefined
  return {
    ...data,
    pages: data.pages.map(page => ({ ...page, items: page.items.filter(({ id }) => !ids.has(id)) })),
  }
}

async function listItems(
  { collection, title, state }: ItemFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ItemPage> {
  const search = new URLSearchParams({
    limit: String(pageSize),
    ...(collection !== null && { collection }),
    ...(title !== '' && { q: title }),
    ...(state !== null && { state }),
    ...(cursor !== null && { cursor }),
  })
  const { body } = await askLibrary({ method: 'GET', path: `/v1/library?${search.toString()}`, signal })
  return { items: toList(body['data']).filter(isItem), nextCursor: toText(body['next_cursor']) }
}

function isWatched(data: InfiniteData<ItemPage> | undefined): boolean {
  if (data === undefined || data.pages.length > watchedPagesMax) return false
  return data.pages.some(({ items }) => items.some(({ state }) => state === 'queued'))
}

// Another server may say less of an item: without these there is nothing to show.
export function isItem(value: unknown): value is LibraryItem {
  return toText(fieldOf(value, 'id')) !== null && toText(fieldOf(value, 'title')) !== null
}
