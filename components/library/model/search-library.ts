import { queryOptions } from '@tanstack/react-query'
import { fieldOf } from '#lib/client/console-answer.ts'
import { toList, toNumber, toText } from '#lib/client/json-value.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { askLibrary } from './ask-library.ts'
import { libraryKey, isItem } from './list-items.ts'

export interface LibraryHit {
  readonly item: LibraryItem
  readonly content: string
  readonly fromPage: number
  /** 0 to 1; null: not reported. */
  readonly score: number | null
}

export interface LibraryHits {
  readonly hits: readonly LibraryHit[]
  /** Keyword matches only, because the embedding model was unavailable. */
  readonly wordsAlone: boolean
}

const hitsMax = 20

/**
 * Matching passages, best first. They are requested again when the index is complete.
 * @param collection null: all
 */
export function searchQuery(query: string, collection: string | null, isIndexing: boolean) {
  const searched = [...libraryKey, 'search', query, collection]
  return queryOptions({
    queryKey: [...searched, isIndexing],
    queryFn: ({ signal }) => searchLibrary(query, collection, signal),
    // The passages of the incomplete index stay until then.
    placeholderData: (before, former) =>
      searched.every((part, at) => former?.queryKey[at] === part) ? before : undefined,
    retry: false,
  })
}

async function searchLibrary(
  query: string,
  collection: string | null,
  signal: AbortSignal,
): Promise<LibraryHits> {
  const body = { query, top_k: hitsMax, ...(collection !== null && { collections: [collection] }) }
  const answer = await askLibrary({ method: 'POST', path: '/v1/library/search', body, signal })
  return { hits: toList(answer.body['data']).flatMap(toHit), wordsAlone: answer.body['searched'] === 'text' }
}

function toHit(value: unknown): readonly LibraryHit[] {
  const item = fieldOf(value, 'item')
  if (!isItem(item)) return []
  return [
    {
      item,
      content: toText(fieldOf(value, 'content')) ?? '',
      fromPage: toNumber(fieldOf(value, 'from_page')) ?? 1,
      score: toNumber(fieldOf(value, 'score')),
    },
  ]
}
