import { queryOptions } from '@tanstack/react-query'
import { toList, toNumber, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { askLibrary } from './ask-library.ts'
import { libraryKey, isItem } from './list-items.ts'

/** An item with its stored text. */
export interface StoredItem {
  readonly item: LibraryItem
  readonly text: string
  /** The text by page; at least one. */
  readonly pages: readonly StoredPage[]
}

export interface StoredPage {
  readonly page: number
  readonly content: string
}

export function itemQuery(id: string) {
  return queryOptions({
    queryKey: [...libraryKey, 'item', id],
    queryFn: ({ signal }) => readItem(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.item.state === 'queued' ? 2000 : false),
    retry: false,
  })
}

async function readItem(id: string, signal: AbortSignal): Promise<StoredItem> {
  const { body } = await askLibrary({ method: 'GET', path: `/v1/library/${encodeURIComponent(id)}`, signal })
  if (!isItem(body)) throw new Error('The API returned an invalid item.')
  const text = toText(body['text']) ?? ''
  const pages = toList(body['page_texts'])
    .filter(isRecord)
    .map(({ page, content }) => ({ page: toNumber(page) ?? 1, content: toText(content) ?? '' }))
  return { item: body, text, pages: pages.length > 0 ? pages : [{ page: 1, content: text }] }
}
