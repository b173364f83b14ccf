'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ExampleText } from '#lib/client/library/example-texts.ts'
import { type ItemSelection, nothingSelected } from '#lib/client/library/item-selection.ts'
import { itemsQuery } from '#lib/client/library/list-items.ts'
import { EmptyLibrary } from './empty-library.tsx'
import { ItemList } from './item-list.tsx'
import { ItemsToolbar } from './items-toolbar.tsx'
import { LibraryError } from './library-error.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useLibraryPlace } from './use-library-place.ts'

/** The items that fit the filter, and what can be done with the chosen ones. */
export function ItemsPane({ onExample }: { onExample: (example: ExampleText) => void }) {
  const [{ collection, title, state }, go] = useLibraryPlace()
  const filter = useMemo(() => ({ collection, title, state }), [collection, title, state])
  const query = useInfiniteQuery({ ...itemsQuery(filter), placeholderData: keepPreviousData })
  const items = useMemo(() => query.data?.pages.flatMap(page => page.items) ?? [], [query.data])
  const [selected, setSelected] = useState<ItemSelection>(nothingSelected)
  const filtered = collection !== null || title !== '' || state !== null
  if (query.isPending) return <SkeletonRows />
  if (query.data === undefined) {
    return (
      <div className="p-4 max-sm:p-3">
        <LibraryError error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  if (items.length === 0 && !filtered) return <EmptyLibrary onExample={onExample} />
  return (
    <>
      <ItemsToolbar items={items} more={query.hasNextPage} selected={selected} onSelect={setSelected} />
      {items.length === 0 ? (
        <div className="flex flex-1 flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
          <p>No item fits.</p>
          <Button onClick={() => go({ collection: null, title: '', state: null })}>Show everything</Button>
        </div>
      ) : (
        <ItemList
          items={items}
          selected={selected}
          onSelect={setSelected}
          more={query.hasNextPage && !query.isFetchNextPageError}
          onMore={() => {
            if (!query.isFetching) void query.fetchNextPage()
          }}
        />
      )}
      {query.error && (
        <div className="max-h-[40%] shrink-0 overflow-auto border-t border-line p-3">
          <LibraryError
            error={query.error}
            onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          />
        </div>
      )}
      <SelectionBar filter={filter} more={query.hasNextPage} selected={selected} onSelect={setSelected} />
    </>
  )
}
