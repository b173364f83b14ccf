'use client'
import { Copy, Download, ExternalLink, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { decodeAddress } from '#lib/client/decode-address.ts'
import { formatCount } from '#lib/client/format.ts'
import { countChunks, toMinute } from '#lib/client/library/item-words.ts'
import type { StoredItem } from '#lib/client/library/read-item.ts'
import { toItemParcel } from '#lib/client/library/to-item-parcel.ts'
import { toFileName } from '#lib/client/scrape/export-pages.ts'
import { isWebAddress } from '#lib/client/scrape/filter-links.ts'
import { ItemState } from './item-state.tsx'
import { RetryItem } from './retry-item.tsx'
import { useLibraryRights } from './use-library-rights.ts'

const DeleteItems = lazy(() => import('./delete-items.tsx').then(module => ({ default: module.DeleteItems })))

/** What is stored, where it came from, and what can be done with it. */
export function ItemHead({ stored, children }: { stored: StoredItem; children: ReactNode }) {
  const router = useRouter()
  const [deleting, setDeleting] = useState(false)
  const { adds, mayChange } = useLibraryRights()
  const { item, text } = stored
  const { title, url, collection, chars, chunks, pages, created, state } = item
  return (
    <header className="flex shrink-0 flex-col gap-1 border-b border-line px-5 py-2.5 max-sm:px-3">
      <div className="flex items-start gap-2 max-sm:flex-wrap">
        <h1
          id="item-title"
          className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words max-sm:basis-full"
        >
          <bdi>{title}</bdi>
        </h1>
        <div className="flex items-center gap-1">
          <IconButton label="Copy the text" onClick={() => void copy(text, 'Text')}>
            <Copy size={14} aria-hidden />
          </IconButton>
          <IconButton
            label="Download the text"
            onClick={() => download(`${toFileName(title)}.md`, text, 'text/markdown;charset=utf-8')}
          >
            <Download size={14} aria-hidden />
          </IconButton>
          <SendToMenu
            from="library"
            kind="pages"
            inPalette
            content={() => ({ items: toItemParcel(stored, location.origin), query: null, runId: null })}
          />
          {mayChange(item) && (
            <Button variant="bad" onClick={() => setDeleting(true)}>
              <Trash2 size={14} aria-hidden />
              Delete
            </Button>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
        {url !== undefined && isWebAddress(url) && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1 text-accent underline-offset-2 hover:underline"
          >
            <bdi dir="ltr" className="truncate">
              {decodeAddress(url).slice(0, 500)}
            </bdi>
            <ExternalLink size={12} aria-hidden />
          </a>
        )}
        <span className="min-w-0 wrap-anywhere">
          in <bdi>{collection}</bdi>
        </span>
        {pages > 1 && <span>{formatCount(pages)} pages</span>}
        <span>{formatCount(chars)} characters</span>
        <span>{countChunks(chunks)}</span>
        <span>kept {toMinute(created)}</span>
        <span role="status" className="flex items-center">
          <ItemState item={item} />
        </span>
        {state === 'failed' && adds && <RetryItem item={item} />}
        <span className="ml-auto">{children}</span>
      </div>
      <Suspense>
        {deleting && (
          <DeleteItems
            items={[item]}
            onClose={() => setDeleting(false)}
            onDone={() => router.push('/library')}
          />
        )}
      </Suspense>
    </header>
  )
}
