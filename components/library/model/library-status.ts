import { queryOptions } from '@tanstack/react-query'
import { isObject, type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { askLibrary } from './ask-library.ts'
import { libraryKey } from './list-items.ts'

export interface Collection {
  readonly name: string
  readonly items: number
}

/** How full the library is and how far its index; null: the server does not say. */
export interface LibraryState {
  /** In the order of their names. */
  readonly collections: readonly Collection[]
  readonly items: number
  readonly itemsMax: number | null
  readonly bytes: number
  readonly bytesMax: number | null
  readonly index: IndexState
  /** Whether what is read with a key is kept unless a request says otherwise. */
  readonly keepsEverything: boolean
}

export interface IndexState {
  readonly model: string
  readonly chunks: number
  /** By the model in force. */
  readonly embedded: number
  /** Items that wait or are worked on. */
  readonly queued: number
  readonly failed: number
  readonly state: 'ready' | 'indexing' | 'waiting'
  /** Why it waits. */
  readonly reason: string | null
}

export const statusQuery = queryOptions({
  queryKey: [...libraryKey, 'status'],
  queryFn: async ({ signal }) =>
    readStatus((await askLibrary({ method: 'GET', path: '/v1/library/status', signal })).body),
  refetchInterval: ({ state: { data } }) => (data && isIndexing(data.index) ? 2000 : false),
  retry: false,
})

/** @returns the status after it */
export async function setKeepEverything(on: boolean): Promise<LibraryState> {
  const { body } = await askLibrary({
    method: 'POST',
    path: '/v1/library/settings',
    body: { keep_everything: on },
  })
  return readStatus(body)
}

export function isIndexing({ state, queued }: IndexState): boolean {
  return state !== 'ready' || queued > 0
}

/** Whether nothing more is kept. */
export function isFull({ items, itemsMax, bytes, bytesMax }: LibraryState): boolean {
  return (itemsMax !== null && items >= itemsMax) || (bytesMax !== null && bytes >= bytesMax)
}

export function readStatus(answer: JsonObject): LibraryState {
  const quota = toObject(answer['quota'])
  const index = toObject(answer['index'])
  const state = toText(index['state'])
  return {
    collections: toList(answer['collections'])
      .filter(isObject)
      .map(({ name, items }) => ({ name: toText(name) ?? '', items: toNumber(items) ?? 0 }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    items: toNumber(quota['items']) ?? 0,
    itemsMax: toNumber(quota['items_max']),
    bytes: toNumber(quota['bytes']) ?? 0,
    bytesMax: toNumber(quota['bytes_max']),
    index: {
      model: toText(index['model']) ?? '',
      chunks: toNumber(index['chunks']) ?? 0,
      embedded: toNumber(index['embedded']) ?? 0,
      queued: toNumber(index['queued']) ?? 0,
      failed: toNumber(index['failed']) ?? 0,
      state: state === 'indexing' || state === 'waiting' ? state : 'ready',
      reason: toText(index['reason']),
    },
    keepsEverything: answer['keep_everything'] === true,
  }
}
