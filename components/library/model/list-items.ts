import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { toList, toText } from '#lib/client/json-value.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { askLibrary } from './ask-library.ts'
import type { LibrarySearchParams } from './library-search-params.ts'
import { fieldOf } from '#lib/client/console-answer.ts'

export type ItemFilter = Pick<LibrarySearchParams, 'collection' | 'title' | 'state'>

export interface ItemPage {
  readonly items: readonly LibraryItem[]
  readonly nextCursor: string | null
}

const pageSize = 100
// The list is polled during indexing, but not a long one.
const watchedPagesMax = 3

/** The query key of all library data; every change invalidates it. */
export const libraryKey = ['library'] as const

/** The items that match a filter, newest first, paginated. */
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

/** All items that match, across pages. */
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

/** The list without these items, until it is refetched. */
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

// A remote server may send fewer fields; these are required.
export function isItem(value: unknown): value is LibraryItem {
  return toText(fieldOf(value, 'id')) !== null && toText(fieldOf(value, 'title')) !== null
}
