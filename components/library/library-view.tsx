'use client'

import { FolderOpen, Plus, Search, CircleAlert, Loader, TriangleAlert, ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode, useMemo, useRef } from 'react'
import { focusMainInput } from '#components/shell/focus-main-input.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import type { ExampleText } from './model/example-texts.ts'
import { ItemsPane } from './items-pane.tsx'
import { LibraryAside } from './library-aside.tsx'
import { LibraryHeader } from './library-header.tsx'
import { useLibrarySearchParams } from './use-library-search-params.ts'
import { useLibraryRights } from './use-library-rights.ts'
import { Input } from '#components/ui/form/input.tsx'
import { useQuery } from '@tanstack/react-query'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import { countItems, formatSource } from './model/format-item.ts'
import { describeGap, isFull, isIndexing, type LibraryState, statusQuery } from './model/library-status.ts'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { itemPath } from './model/item-address.ts'
import { type LibraryHit, type LibraryHits, searchQuery } from './model/search-library.ts'
import { queryWords } from '#components/playground/text/model/mark-words.ts'
import { ChooseFiles, DropToLibrary, Uploads } from './uploads/upload-files.tsx'
import { LibraryError } from './library-error.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { MarkedText } from '#components/playground/text/marked-text.tsx'
import { focusMain } from '#components/shell/focus-main-input.ts'

const AddText = lazy(() => import('./add-text.tsx').then(module => ({ default: module.AddText })))
const AsideDrawer = lazy(() => import('./aside-drawer.tsx').then(module => ({ default: module.AsideDrawer })))

/** The team's library: browse, search, add and delete items. */
export function LibraryView() {
  const [{ find, collection }] = useLibrarySearchParams()
  const { adds } = useLibraryRights()
  const [adding, setAdding] = useState<{ readonly example: ExampleText | null } | null>(null)
  const [drawerOpen, setDrawerOpen] = useState(false)
  useCommands([
    focusMainInput,
    ...(adds
      ? [
          {
            id: 'add-text',
            label: 'Add text to library',
            section: 'Run' as const,
            run: () => setAdding({ example: null }),
          },
        ]
      : []),
  ])
  const view = (
    <>
      <LibraryHeader
        heading={<h1 className="text-base font-semibold">Library</h1>}
        actions={
          <>
            <Button variant="plain" className="lg:hidden" onClick={() => setDrawerOpen(true)}>
              <FolderOpen size={16} aria-hidden />
              <span className="max-w-32 truncate">{collection ?? 'Collections'}</span>
            </Button>
            {adds && (
              <>
                <Button aria-label="Add text" onClick={() => setAdding({ example: null })}>
                  <Plus size={16} aria-hidden />
                  <span className="max-sm:sr-only">Add text</span>
                </Button>
                <ChooseFiles compact />
              </>
            )}
          </>
        }
      />
      <main id="main" className="flex min-h-0 flex-1">
        <aside
          aria-label="Collections"
          className="w-60 shrink-0 border-r border-line bg-canvas max-lg:hidden"
        >
          <LibraryAside />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <SearchField />
          <LibraryNotices />
          <Uploads />
          {find === '' ? <ItemsPane onExample={example => setAdding({ example })} /> : <HitsPane />}
        </div>
      </main>
      <Suspense>
        {adding && <AddText example={adding.example} onClose={() => setAdding(null)} />}
        {drawerOpen && <AsideDrawer onClose={() => setDrawerOpen(false)} />}
      </Suspense>
    </>
  )
  return adds ? <DropToLibrary>{view}</DropToLibrary> : view
}

const queryLengthMax = 4000

/** Searches the texts, not the titles; Enter submits. */
function SearchField() {
  const [{ find, collection }, go] = useLibrarySearchParams()
  const [written, setWritten] = useState({ asked: find, text: find })
  // A new query in the URL, e.g. after back navigation, replaces the typed one.
  const text = written.asked === find ? written.text : find
  return (
    <form
      role="search"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-canvas px-4 py-2 max-sm:px-3"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') go({ find: text.trim() }, { step: true })
      }}
    >
      <div className="relative min-w-0 flex-1">
        <Search size={16} aria-hidden className="absolute top-1/2 left-2 -translate-y-1/2 text-muted" />
        <Input
          type="search"
          data-main-input
          aria-label="Search the library"
          placeholder={collection === null ? 'Search all items' : `Search in ${collection}`}
          className="pl-8"
          maxLength={queryLengthMax}
          value={text}
          onChange={event => setWritten({ asked: find, text: event.target.value })}
        />
      </div>
      <Button type="submit" variant="go" disabled={text.trim() === ''} focusableWhenDisabled>
        Search
      </Button>
    </form>
  )
}

/** Notices about the library: indexing state, failures, exceeded quota. */
function LibraryNotices() {
  const { data: status } = useQuery(statusQuery)
  return (
    <div className="shrink-0 text-xs">
      {status && isFull(status) && (
        <Notice icon={<CircleAlert size={14} className="text-bad" aria-hidden />}>
          The library is full: new content is not saved. Delete items to free up space.
        </Notice>
      )}
      {/* Rendered from the start: screen readers announce only changes in an existing live region. */}
      <div role="status">{status && <IndexNotice status={status} />}</div>
      {status && isIndexing(status.index) && <IndexProgress status={status} />}
      {status && status.index.failed > 0 && <FailedNotice failed={status.index.failed} />}
    </div>
  )
}

function IndexNotice({ status }: { status: LibraryState }) {
  const { state, model, reason } = status.index
  if (state === 'waiting') {
    return (
      <Notice icon={<TriangleAlert size={14} className="text-warn" aria-hidden />}>
        {model} is unavailable{reason === null ? '' : `: ${reason}`}. Sextant keeps retrying. Until then, only
        keyword search finds new items.
      </Notice>
    )
  }
  if (!isIndexing(status.index)) return null
  return (
    <Notice icon={<Loader size={14} className="text-accent-text" aria-hidden />}>
      Indexing with {model}. Until then, only keyword search finds new items.
    </Notice>
  )
}

function IndexProgress({ status }: { status: LibraryState }) {
  const { chunks, embedded, queued } = status.index
  const words = `${formatCount(embedded)} of ${formatCount(chunks)} chunks`
  return (
    <div className="flex items-center gap-2 border-b border-line bg-sunken px-4 pb-1.5 text-muted max-sm:px-3">
      <Progress label="Index" value={chunks === 0 ? null : embedded} max={chunks} text={words} />
      <span className="shrink-0">
        {words}
        {queued > 0 && `, ${countItems(queued)} left`}
      </span>
    </div>
  )
}

function FailedNotice({ failed }: { failed: number }) {
  const [{ state }, go] = useLibrarySearchParams()
  return (
    <Notice icon={<TriangleAlert size={14} className="text-warn" aria-hidden />}>
      {countItems(failed)} could not be indexed.{' '}
      {state !== 'failed' && (
        <Button
          variant="link"
          className="min-h-6 text-xs"
          onClick={() => go({ state: 'failed', find: '', collection: null }, { step: true })}
        >
          Show {failed === 1 ? 'it' : 'them'}
        </Button>
      )}
    </Notice>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 bg-sunken px-4 py-1.5 text-muted max-sm:px-3">
      <span className="mt-0.5">{icon}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Matching passages, best first, each with a link to its page. */
function HitsPane() {
  const [{ find, collection }, go] = useLibrarySearchParams()
  const status = useQuery(statusQuery)
  const indexing = status.data !== undefined && isIndexing(status.data.index)
  const { data, error, isPending, refetch } = useQuery({
    ...searchQuery(find, collection, indexing),
    enabled: !status.isPending,
  })
  return (
    <>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-canvas py-1 pr-3 pl-2">
        <Button
          variant="plain"
          onClick={() => {
            go({ find: '' }, { step: true })
            // This button disappears with the passages, so move the focus nearby.
            focusMain()
          }}
        >
          <ArrowLeft size={16} aria-hidden />
          All items
        </Button>
        <p role="status" className="min-w-0 flex-1 text-xs text-muted">
          {isPending && 'Searching…'}
          {data && formatFound(data, collection)}
        </p>
        {data && data.hits.length > 0 && (
          <SendToMenu
            from="library"
            kind="documents"
            label="Send passages to"
            inPalette
            content={() => ({ items: data.hits.map(toHandoffItem), query: find, runId: null })}
          />
        )}
      </div>
      {isPending && <SkeletonRows />}
      {error && (
        <div className="p-4 max-sm:p-3">
          <LibraryError error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <Hits hits={data.hits} gap={status.data ? describeGap(status.data) : null} />}
    </>
  )
}

function Hits({
  hits,
  gap,
}: {
  hits: readonly LibraryHit[]
  /** Why nothing may be found yet. */
  gap: string | null
}) {
  const [{ find, collection }, go] = useLibrarySearchParams()
  const list = useRef<HTMLOListElement>(null)
  const words = useMemo(() => queryWords(find), [find])
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const at = links.findIndex(link => link === document.activeElement)
    const next = links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]
    next?.focus()
  }
  useCommands([
    { id: 'next-item', label: 'Next passage', section: 'View', shortcut: { key: 'j' }, run: () => step(1) },
    {
      id: 'previous-item',
      label: 'Previous passage',
      section: 'View',
      shortcut: { key: 'k' },
      run: () => step(-1),
    },
  ])
  if (hits.length === 0) {
    return (
      <div className="flex flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
        <p role="status">{gap ?? 'No results. Try different or fewer words.'}</p>
        {collection !== null && (
          <Button onClick={() => go({ collection: null }, { step: true })}>Search all collections</Button>
        )}
      </div>
    )
  }
  return (
    <div className="scroll min-h-0 flex-1">
      <ol ref={list} aria-label="Passages" className="flex max-w-[100ch] flex-col">
        {hits.map((hit, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two passages of a page differ only by rank
          <li key={`${hit.item.id} ${index}`}>
            <HitCard hit={hit} rank={index + 1} words={words} query={find} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function formatFound({ hits, wordsAlone }: LibraryHits, collection: string | null): string {
  const found = formatCountOf(hits.length, 'passage')
  const where = collection === null ? '' : ` in ${collection}`
  return `${found}${where}${wordsAlone ? ', keyword matches only: the embedding model is unavailable' : ''}`
}

function toHandoffItem({ item, content, fromPage, score }: LibraryHit) {
  const url = item.url ?? new URL(itemPath(item.id, fromPage), location.origin).href
  return { text: content, title: item.title, url, ...(score !== null && { score }) }
}

const shortLength = 500

/** A passage with highlighted query terms and a link to its page. */
function HitCard({
  hit,
  rank,
  words,
  query,
}: {
  hit: LibraryHit
  rank: number
  words: ReadonlySet<string>
  query: string
}) {
  const { item, fromPage, score } = hit
  // Blank lines of the stored Markdown would push the next passage out of view.
  const content = hit.content.replace(/\n{2,}/g, '\n')
  const [whole, setWhole] = useState(content.length <= shortLength)
  const text = whole ? content : `${content.slice(0, shortLength).trimEnd()} …`
  return (
    <article className="flex flex-col gap-1 border-b border-line px-4 py-2.5 max-sm:px-3">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs text-muted">
        <span className="w-5 text-right max-sm:hidden" aria-hidden>
          {rank}
        </span>
        <h2 className="min-w-0 text-sm font-medium">
          <Link
            data-hit
            href={itemPath(item.id, fromPage, query) as Route}
            className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
          >
            <bdi className="line-clamp-2 break-words">{item.title}</bdi>
          </Link>
        </h2>
        {item.pages > 1 && <span>from page {fromPage}</span>}
        <bdi dir="ltr">{formatSource(item)}</bdi>
        <bdi>{item.collection}</bdi>
        {score !== null && (
          <span className="ml-auto flex items-center gap-2">
            <span aria-hidden className="h-1 w-16 rounded-sm bg-line">
              <span className="block h-full rounded-sm bg-accent" style={{ width: `${score * 100}%` }} />
            </span>
            <span>score {score.toFixed(2)}</span>
          </span>
        )}
      </header>
      <p dir="auto" className="pl-8 text-base break-words whitespace-pre-wrap max-sm:pl-0">
        <MarkedText text={text} words={words} />
      </p>
      {content.length > shortLength && (
        <Button
          variant="link"
          className="ml-8 min-h-6 self-start text-xs max-sm:ml-0"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show full passage'}
        </Button>
      )}
    </article>
  )
}
