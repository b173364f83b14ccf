import { queryOptions } from '@tanstack/react-query'
import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import { askLibrary } from './ask-library.ts'
import { libraryKey } from './list-items.ts'

export interface Collection {
  readonly name: string
  readonly items: number
}

/** Quota usage and index progress; null: not reported. */
export interface LibraryState {
  /** Sorted by name. */
  readonly collections: readonly Collection[]
  readonly items: number
  readonly itemsMax: number | null
  readonly bytes: number
  readonly bytesMax: number | null
  readonly index: IndexState
  /** Whether everything read with a key is saved, unless the request opts out. */
  readonly keepsEverything: boolean
}

export interface IndexState {
  readonly model: string
  readonly chunks: number
  /** With the current model. */
  readonly embedded: number
  /** Items queued or in progress. */
  readonly queued: number
  readonly failed: number
  readonly state: 'ready' | 'indexing' | 'waiting'
  /** Why indexing is paused. */
  readonly reason: string | null
}

export const statusQuery = queryOptions({
  queryKey: [...libraryKey, 'status'],
  queryFn: async ({ signal }) =>
    readStatus((await askLibrary({ method: 'GET', path: '/v1/library/status', signal })).body),
  refetchInterval: ({ state: { data } }) => (data && isIndexing(data.index) ? 2000 : false),
  retry: false,
})

/** @returns the new status */
export async function setSaveEverything(on: boolean): Promise<LibraryState> {
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

/** Why a search may have found nothing; null: the index has everything. */
export function describeGap({ index }: LibraryState): string | null {
  if (!isIndexing(index)) return null
  const { state, model, chunks, embedded } = index
  if (state === 'waiting')
    return `No keyword matches. Search by meaning needs ${model}, which is unavailable; this search runs again when it is back.`
  const progress = chunks > embedded ? ` (${embedded} of ${chunks} chunks)` : ''
  return `No keyword matches so far. The library is still indexing${progress}; this search runs again when it is done.`
}

/** Whether the quota is used up. */
export function isFull({ items, itemsMax, bytes, bytesMax }: LibraryState): boolean {
  return (itemsMax !== null && items >= itemsMax) || (bytesMax !== null && bytes >= bytesMax)
}

export function readStatus(answer: JsonObject): LibraryState {
  const quota = toObject(answer['quota'])
  const index = toObject(answer['index'])
  const state = toText(index['state'])
  return {
    collections: toList(answer['collections'])
      .filter(isRecord)
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
