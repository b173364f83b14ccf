'use client'

import {
  lazy,
  Suspense,
  useDeferredValue,
  useState,
  useEffect,
  useContext,
  type ReactNode,
  useRef,
} from 'react'
import { FilterBar } from './filter-bar.tsx'
import { ListView } from './list-view.tsx'
import { MapToolbar } from './map-toolbar.tsx'
import { MatchesContext, useMapState, useMapStore, useMatches } from './map-context.ts'
import { TreeView } from './tree/tree-view.tsx'
import { linkColumns } from './link-columns.ts'
import { filterLinks, type Matches } from './model/filter-links.ts'
import { isFiltering, type LinkFilter } from './model/link-filter.ts'
import { type Site, linkOrder } from './model/tree/site.ts'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount, formatCountOf, formatMs } from '#lib/client/format.ts'
import { noSelection, selectShown, selectedLinks } from './model/selection.ts'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { type SendToOptions, useSendTo } from '#components/playground/handoff/use-send-to.ts'
import { linksMax, toLinkEntries, toLinksHandoff } from './model/to-links-handoff.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { toNumber, toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { endedLabels } from './model/found-map.ts'
import { copy } from '#components/playground/copy.ts'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { ReadingContext } from './reading-context.ts'

const Treemap = lazy(() => import('./tree/treemap.tsx').then(module => ({ default: module.Treemap })))
const DiffView = lazy(() => import('./diff-view.tsx').then(module => ({ default: module.DiffView })))

/** The result: the site as a tree, a list or a treemap, and a panel for the page being read. */
export function MapResult() {
  const { run, found, view } = useMapState()
  const { site } = found
  // The input responds immediately, the tree of a large site follows with a delay.
  const matches = useFiltered(site, useDeferredValue(view.filter))
  const empty = site.links.length === 0
  const { shape } = view
  return (
    <MatchesContext value={shownOf(matches)}>
      <h2 className="sr-only">Map</h2>
      <ReadingPane>
        {!empty && <MapToolbar />}
        {!empty && shape !== 'diff' && <FilterBar matches={matches} />}
        <div className="flex min-h-0 flex-1 flex-col">
          {empty && run?.state === 'running' && (
            <p className="px-4 py-3 text-muted">Reading robots.txt, sitemaps and the start page…</p>
          )}
          {!empty && shape === 'tree' && (
            <>
              <LinkHead />
              <TreeView />
            </>
          )}
          {!empty && shape === 'list' && <ListView />}
          <Suspense>
            {!empty && shape === 'treemap' && <Treemap />}
            {!empty && shape === 'diff' && <DiffView />}
          </Suspense>
        </div>
        {!empty && <SelectionBar />}
        <ProgressLine />
        <StatusLine />
      </ReadingPane>
    </MatchesContext>
  )
}

/**
 * Visual column headers; each row has its own labels for screen readers. As wide as the rows next to their
 * scroll bar.
 */
function LinkHead() {
  return (
    <div
      aria-hidden
      className="shrink-0 overflow-hidden border-b border-line bg-canvas text-xs text-muted [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div className={`${linkColumns} h-6 pl-3`}>
        <span>Page</span>
        <span className="@max-[18rem]:hidden">Source</span>
        <span className="@max-[30rem]:hidden">Changed</span>
        <span className="text-right @max-[30rem]:hidden">Depth</span>
      </div>
    </div>
  )
}

/** The filtered part of the site: while the site grows, only new links are checked. */
function useFiltered(site: Site, filter: LinkFilter): Matches {
  const [matcher] = useState(createMatcher)
  return matcher(site, filter)
}

function createMatcher(): (site: Site, filter: LinkFilter) => Matches {
  let last: { readonly site: Site; readonly matches: Matches } | null = null
  return (site, filter) => {
    if (last?.site === site && last.matches.filter === filter) return last.matches
    // Another map has different link numbers.
    const former = last?.site.indexByUrl === site.indexByUrl ? last.matches : null
    last = { site, matches: filterLinks(site, filter, former) }
    return last.matches
  }
}

function shownOf(matches: Matches): Matches | null {
  return isFiltering(matches.filter) ? matches : null
}

/** The selection and its actions. */
function SelectionBar() {
  const store = useMapStore()
  const { selection, found } = useMapState()
  const matches = useMatches()
  const { tree, links } = found.site
  const { count } = selection
  const shown = matches?.count ?? links.length
  const select = (next: typeof selection) => store.update(state => ({ ...state, selection: next }))
  return (
    <div
      role="group"
      aria-label="Selection"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-t border-line bg-canvas px-3 py-1 text-xs text-muted coarse:min-h-12 max-sm:px-2"
    >
      <span role="status" className={count > 0 ? 'text-text' : ''}>
        {count > 0 ? `${formatCount(count)} selected` : 'Select pages to scrape or rank'}
      </span>
      {/* One button for both, so that the keyboard focus stays. */}
      <Button
        variant="link"
        className="min-h-6 text-xs"
        disabled={count === 0 && shown === 0}
        focusableWhenDisabled
        onClick={() => select(count > 0 ? noSelection : selectShown(tree, matches))}
      >
        {count > 0 ? 'Clear' : `Select ${matches === null ? 'all' : 'shown'} ${formatCount(shown)}`}
      </Button>
      {count > 0 && <SendLinks />}
    </div>
  )
}

/** Sends the selected links to scrape or rank; nothing runs there automatically. */
function SendLinks() {
  const store = useMapStore()
  const { count } = useMapState().selection
  const chosenLinks = () => {
    const { found, selection } = store.read()
    const { links } = found.site
    return selectedLinks(selection, linkOrder(found.site)).flatMap(link => links[link] ?? [])
  }
  const options: SendToOptions = {
    from: 'map',
    kind: 'links',
    content() {
      const { run } = store.read()
      const { items, query } = toLinksHandoff(chosenLinks(), run?.id ?? null)
      return { items, query, runId: run?.id ?? null }
    },
  }
  const scrape = useSendTo(options).find(({ contract }) => contract === 'scrape')
  return (
    <span className="ml-auto flex items-center gap-1">
      {scrape && (
        <Button className="text-xs" onClick={() => void scrape.send()}>
          Scrape {formatCountOf(count, 'page')}
        </Button>
      )}
      <AddToLibrary
        noun="page"
        entries={() => toLinkEntries(chosenLinks())}
        note={count > linksMax ? `Only the first ${formatCount(linksMax)} are sent.` : null}
        inPalette
        compact
      />
      <span className="@max-[30rem]:hidden">
        <SendToMenu {...options} label="Send selection to" inPalette />
      </span>
      <span className="@min-[30rem]:hidden">
        <SendToMenu {...options} label="Send selection to" compact />
      </span>
    </span>
  )
}

// The API's default.
const timeoutMsDefault = 30_000

/** Progress of the map relative to its time limit; Stop keeps the links found so far. */
function ProgressLine() {
  const { run, found } = useMapState()
  const { site, progress, linksPerSecond } = found
  const elapsedMs = useElapsedMs(run)
  if (run?.state !== 'running' || elapsedMs === null) return null
  const deadlineMs = toNumber(toObject(readJson(run.request.body))['timeout']) ?? timeoutMsDefault
  const time = `${formatMs(elapsedMs)} of at most ${formatMs(deadlineMs)}`
  // While waiting for a slow page there is no rate.
  const rate = Math.round(linksPerSecond ?? 0)
  const figures = [
    formatCountOf(site.links.length, 'link'),
    progress !== null && `${formatCountOf(progress.pages, 'page')} read`,
    progress !== null &&
      (progress.queued > 0 ? `${formatCount(progress.queued)} queued` : 'loading the last pages'),
    rate > 0 && `${formatCount(rate)} links/s`,
  ]
  return (
    <div className="relative flex min-h-8 shrink-0 flex-wrap items-center justify-between gap-x-3 border-t border-line bg-canvas px-3 py-1 text-xs text-muted">
      <div className="absolute inset-x-0 -top-px">
        <Progress label="Map duration" value={Math.min(elapsedMs, deadlineMs)} max={deadlineMs} text={time} />
      </div>
      <span className="text-text">{figures.filter(Boolean).join(' · ')}</span>
      <span>{time}</span>
    </div>
  )
}

const tickMs = 250

/** Milliseconds since the run was sent, updated while it runs; null before. */
function useElapsedMs(run: Run | null): number | null {
  const running = run?.state === 'running'
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [running])
  if (run === null) return null
  return run.timing.totalMs ?? Math.max(0, now - run.timing.startedAt)
}

/** Number of links, sitemaps read, reason the map ended and how to get more. */
function StatusLine() {
  const { run, found } = useMapState()
  const goToField = useContext(GoToFieldContext)
  const [listed, setListed] = useState(false)
  const { site, sitemaps, stopped } = found
  const count = site.links.length
  if (run === null || run.state === 'running') return null
  // The error card has the details.
  if (run.failure !== null && count === 0) return null
  const more = stopped === null ? null : endedLabels[stopped].more
  return (
    <div
      role="group"
      aria-label="Outcome"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-canvas px-3 py-1 text-xs text-muted"
    >
      <span className="text-text">{formatCountOf(count, 'link')}</span>
      <span className={more === null ? '' : 'text-warn'}>{toReason(run.state, stopped)}</span>
      {more !== null && (
        <Button variant="link" className="min-h-6 text-xs" onClick={() => goToField(more.field)}>
          {more.advice}
        </Button>
      )}
      {sitemaps !== null && (
        <Button
          variant="link"
          className="ml-auto min-h-6 text-xs"
          disabled={sitemaps.length === 0}
          onClick={() => setListed(true)}
        >
          {sitemaps.length === 0 ? 'No sitemap' : formatCountOf(sitemaps.length, 'sitemap')}
        </Button>
      )}
      {listed && <SitemapsDialog files={sitemaps ?? []} onClose={() => setListed(false)} />}
    </div>
  )
}

function toReason(state: string, stopped: keyof typeof endedLabels | null): string {
  if (state === 'stopped') return 'Stopped. Links found so far are shown.'
  if (state === 'failed' || state === 'interrupted')
    return 'The map was interrupted. Links found so far are shown.'
  if (stopped === null) return 'Enable “details” to see why it stopped.'
  return endedLabels[stopped].text
}

/** The sitemap files, in the order they were read. */
function SitemapsDialog({ files, onClose }: { files: readonly string[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Sitemaps read" description="In the order they were read">
      <ol className="flex list-decimal flex-col gap-1 pl-6 text-xs">
        {files.map(file => (
          <li key={file} className="break-all">
            <a
              href={file}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
            >
              <bdi>{file}</bdi>
            </a>
          </li>
        ))}
      </ol>
      <Button className="mt-4" onClick={() => void copy(files.join('\n'), 'Sitemaps')}>
        Copy list
      </Button>
    </Dialog>
  )
}

const ScrapePanel = lazy(() =>
  import('#components/scrape/scrape-panel.tsx').then(module => ({ default: module.ScrapePanel })),
)

// Below this width the panel covers the map: side by side, both would be too narrow.
const besidePixelsMin = 680

/** The map, with a panel for the page being read; on narrow screens the panel covers the map. */
function ReadingPane({ children }: { children: ReactNode }) {
  const reading = useContext(ReadingContext)
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [covers, setCovers] = useState(false)
  const open = reading.url !== null

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) =>
      setCovers((entry?.contentRect.width ?? 0) < besidePixelsMin),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    // Content below the panel must not be focusable.
    if (open && covers) panel.current?.focus({ preventScroll: true })
  }, [open, covers])

  const close = () => {
    reading.open(null)
    // The previously focused row is still in the map: it has the tab stop.
    requestAnimationFrame(() =>
      map.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true }),
    )
  }
  return (
    <div ref={box} className="relative flex h-full">
      <div ref={map} inert={open && covers} className="@container flex min-w-0 flex-1 flex-col">
        {children}
      </div>
      {reading.url !== null && (
        <div
          ref={panel}
          tabIndex={-1}
          className={
            covers
              ? 'absolute inset-0 z-20 bg-canvas outline-none'
              : 'w-[min(50%,44rem)] min-w-0 shrink-0 border-l border-line bg-canvas outline-none'
          }
        >
          <Suspense fallback={<p className="px-4 py-3 text-muted">Opening page…</p>}>
            <ScrapePanel url={reading.url} onClose={close} onRun={reading.onRun} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
