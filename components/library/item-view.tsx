'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Copy, Download, ExternalLink, Trash2 } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { itemQuery, type StoredItem } from './model/read-item.ts'
import { LibraryError } from './library-error.tsx'
import { LibraryHeader } from './library-header.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useSearchParams, useRouter } from 'next/navigation'
import {
  useRef,
  type RefObject,
  useEffect,
  useSyncExternalStore,
  memo,
  useState,
  lazy,
  type ReactNode,
  Suspense,
} from 'react'
import { FindBar } from '#components/playground/text/find-bar.tsx'
import { findRanges } from '#components/playground/text/find-ranges.ts'
import { queryWords } from '#components/playground/text/model/mark-words.ts'
import { readPageAnchor } from './model/item-address.ts'
import { MarkdownText } from '#components/playground/run/markdown-text.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { decodeAddress } from '#lib/client/web-address.ts'
import { formatCount } from '#lib/client/format.ts'
import { countChunks, toMinute } from './model/format-item.ts'
import { toItemHandoff } from './model/to-item-handoff.ts'
import { toFileName } from '#lib/client/web-address.ts'
import { isWebAddress } from '#lib/client/web-address.ts'
import { ItemState } from './item-state.tsx'
import { RetryItem } from './retry-item.tsx'
import { useLibraryRights } from './use-library-rights.ts'

/** One item with its stored text; `#page=3` links to its third page. */
export function ItemView({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(itemQuery(id))
  return (
    <>
      <LibraryHeader
        heading={
          <Link
            href="/library"
            className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 text-base font-semibold hover:bg-hover coarse:h-10"
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
            <h1 className="sr-only">Library item</h1>
            <LibraryError error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {data && <ItemText stored={data} />}
      </main>
    </>
  )
}

/** The stored text by page; the page in the URL is highlighted. */
function ItemText({ stored }: { stored: StoredItem }) {
  const panel = useRef<HTMLDivElement>(null)
  const { item, pages } = stored
  const anchor = usePageAnchor(panel)
  useMarkedWords(panel, useSearchParams().get('find') ?? '')
  return (
    <article aria-labelledby="item-title" className="flex min-h-0 flex-1 flex-col">
      <ItemHead stored={stored}>
        <FindBar panel={panel} shown={item.id} />
      </ItemHead>
      <div ref={panel} className="scroll min-h-0 flex-1">
        {pages.map(({ page, content }) => (
          <ItemPage
            key={page}
            page={page}
            content={content}
            alone={pages.length === 1}
            marked={page === anchor}
          />
        ))}
        {stored.text === '' && <p className="px-5 py-4 text-muted">This item has no text.</p>}
      </div>
    </article>
  )
}

/** Highlights the query terms without changing the DOM: a passage can span two pages. */
function useMarkedWords(panel: RefObject<HTMLElement | null>, query: string): void {
  useEffect(() => {
    const element = panel.current
    // Typed as always defined, but missing in older browsers: they highlight nothing.
    const highlights = CSS.highlights as HighlightRegistry | undefined
    if (element === null || query === '' || highlights === undefined) return
    const words = [...queryWords(query)]
    const mark = () => {
      highlights.set('asked', new Highlight(...words.flatMap(word => findRanges(element, word))))
    }
    mark()
    // Content that renders later is highlighted too.
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      highlights.delete('asked')
    }
  }, [panel, query])
}

/** Scrolls to the page in the URL, and again while content above it changes its height. */
function usePageAnchor(panel: RefObject<HTMLElement | null>): number | null {
  const hash = useSyncExternalStore(
    listener => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => location.hash,
    () => '',
  )
  const page = readPageAnchor(hash)
  useEffect(() => {
    const box = panel.current
    const section = box?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (!box || !section) return
    const reveal = () => section.scrollIntoView({ block: 'start' })
    reveal()
    // The next Tab continues from there.
    section.focus({ preventScroll: true })
    const observer = new ResizeObserver(reveal)
    for (const each of box.children) observer.observe(each)
    // Stop scrolling after the first user input.
    const interactions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
    const stop = () => {
      observer.disconnect()
      interactions.forEach(interaction => window.removeEventListener(interaction, stop))
    }
    interactions.forEach(interaction => window.addEventListener(interaction, stop, { passive: true }))
    return stop
  }, [panel, page])
  return page
}

/** One page of a stored text: plain until it is near the viewport, then rendered as Markdown. */
const ItemPage = memo(function ItemPage({
  page,
  content,
  alone,
  marked,
}: {
  page: number
  content: string
  /** The only page, which needs no number. */
  alone: boolean
  /** The page in the URL. */
  marked: boolean
}) {
  const section = useRef<HTMLElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = section.current
    if (element === null || near) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return (
    <section
      ref={section}
      data-page={page}
      tabIndex={-1}
      aria-label={`Page ${page}`}
      aria-current={marked ? 'location' : undefined}
      className={classNames(
        // The highlight beside it is the focus indicator.
        'border-b border-line px-5 py-4 outline-none max-sm:px-3',
        !alone && '[contain-intrinsic-size:auto_600px] [content-visibility:auto]',
        marked && !alone && 'bg-canvas shadow-[inset_3px_0_var(--accent-text)]',
      )}
    >
      {!alone && (
        <h2 className="mb-2 text-xs font-medium text-muted">
          <a href={`#page=${page}`} className="inline-flex min-h-6 items-center hover:underline">
            Page {page}
          </a>
        </h2>
      )}
      <div className="max-w-[84ch]">
        {near ? (
          <MarkdownText text={content} />
        ) : (
          <p dir="auto" className="text-base break-words whitespace-pre-wrap">
            {content}
          </p>
        )}
      </div>
    </section>
  )
})

const DeleteItems = lazy(() => import('./delete-items.tsx').then(module => ({ default: module.DeleteItems })))

/** Title, source and actions of an item. */
function ItemHead({ stored, children }: { stored: StoredItem; children: ReactNode }) {
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
          <IconButton label="Copy text" onClick={() => void copy(text, 'Text')}>
            <Copy size={14} aria-hidden />
          </IconButton>
          <IconButton
            label="Download text"
            onClick={() => download(`${toFileName(title)}.md`, text, 'text/markdown;charset=utf-8')}
          >
            <Download size={14} aria-hidden />
          </IconButton>
          <SendToMenu
            from="library"
            kind="pages"
            inPalette
            content={() => ({ items: toItemHandoff(stored, location.origin), query: null, runId: null })}
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
            className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1 text-accent-text underline-offset-2 hover:underline"
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
        <span>added {toMinute(created)}</span>
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
