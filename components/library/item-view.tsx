'use client'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { itemQuery } from '#lib/client/library/read-item.ts'
import { ItemText } from './item-text.tsx'
import { LibraryError } from './library-error.tsx'
import { LibraryHeader } from './library-header.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

/** One item with all that is stored of it; `#page=3` leads to its third page. */
export function ItemView({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(itemQuery(id))
  return (
    <>
      <LibraryHeader
        heading={
          <Link
            href="/library"
            className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 text-base font-semibold hover:bg-sunken coarse:h-10"
          >
            <ArrowLeft size={16} aria-hidden />
            Library
          </Link>
        }
        actions={null}
      />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        {isPending && <SkeletonRows />}
        {data === undefined && error && (
          <div className="max-w-[84ch] p-4 max-sm:p-3">
            <h1 className="sr-only">Item of the library</h1>
            <LibraryError error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {data && <ItemText stored={data} />}
      </main>
    </>
  )
}
