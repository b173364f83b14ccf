'use client'

import { type ScrapeRow, stateOfRow, type RowState } from './model/scrape-row.ts'
import { useMemo, useContext } from 'react'
import { ReaderTabs } from '#components/playground/layout/reader-tabs.tsx'
import { type PageContent, readPage, summarisePage } from './model/read-page.ts'
import type { Run } from '#lib/client/run.ts'
import { formatCount, formatMs } from '#lib/client/format.ts'
import { PageView } from './page-view.tsx'
import { pageViews, type PageViewName } from './model/page-views.ts'
import { useScrape, useScrapeStore, useScrapeContext } from './scrape-context.ts'
import { ExternalLink, TriangleAlert, Copy, Download } from 'lucide-react'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { decodeAddress } from '#lib/client/web-address.ts'
import { isWebAddress } from '#lib/client/web-address.ts'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { toPageEntries } from './model/page-entries.ts'
import { toPageJson } from './model/export-pages.ts'
import { toFileName } from '#lib/client/web-address.ts'
import { toShownText } from './model/shown-text.ts'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { SendMenu } from '#components/playground/handoff/send-menu.tsx'
import { useSendTo } from '#components/playground/handoff/use-send-to.ts'
import type { HandoffItem } from '#components/playground/handoff/model/handoff.ts'
import { toPageItems, toPageParts } from './model/page-item.ts'

/** One row in full: its page, or the reason there is none. */
export function Reader({ row, index, alone }: { row: ScrapeRow; index: number; alone: boolean }) {
  const state = stateOfRow(row)
  if (row.run !== null && (state === 'done' || state === 'warning'))
    // A newly shown page starts at its top, without a selection.
    return <PageReader key={`${index} ${row.address}`} row={row} run={row.run} index={index} alone={alone} />
  return <RowOutcome row={row} index={index} alone={alone} />
}

/** A page in each of its formats. */
function PageReader({ row, run, index, alone }: { row: ScrapeRow; run: Run; index: number; alone: boolean }) {
  const page = useMemo(() => readPage(run), [run])
  const store = useScrapeStore()
  const chosen = useScrape().view
  if (page === null) return null
  const views = pageViews.filter(view => view.name !== 'screenshot' || page.screenshot !== null)
  const view = views.find(({ name }) => name === chosen)?.name ?? firstView(page)
  return (
    <article aria-label="Page" className="flex h-full min-h-0 flex-col">
      <PageHead row={row} run={run} page={page} view={view} alone={alone} />
      <ReaderTabs
        label="Page formats"
        choices={views.map(({ name, label }) => ({
          value: name,
          label:
            name === 'links' && page.links !== null ? `${label} ${formatCount(page.links.length)}` : label,
        }))}
        value={view}
        onChange={next => store.update(state => ({ ...state, view: next }))}
      >
        <PageView view={view} row={row} page={page} index={index} />
      </ReaderTabs>
    </article>
  )
}

/** The first available format. */
function firstView(page: PageContent): PageViewName {
  if (page.markdown !== null) return 'markdown'
  if (page.text !== null) return 'text'
  if (page.html !== null) return 'html'
  if (page.links !== null) return 'links'
  if (page.screenshot !== null) return 'screenshot'
  return page.rawHtml === null ? 'metadata' : 'raw'
}

interface PageHeadProps {
  row: ScrapeRow
  run: Run
  page: PageContent
  view: PageViewName
  /** The only page: the figures of the run below are its own. */
  alone: boolean
}

/** Title, size and warning of a page. */
function PageHead({ row, run, page, view, alone }: PageHeadProps) {
  const summary = summarisePage(run)
  const address = summary?.address ?? row.address
  return (
    <header className="flex shrink-0 flex-col gap-1 border-b border-line px-5 py-2.5 max-sm:px-3">
      <div className="flex items-start gap-2">
        <h2 className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words">
          <bdi>{summary?.title || 'Untitled page'}</bdi>
        </h2>
        <PageActions row={row} page={page} address={address} view={view} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
        {isWebAddress(address) ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 min-w-0 max-w-full items-center gap-1 text-accent-text underline-offset-2 hover:underline"
          >
            <bdi dir="ltr" className="truncate">
              {decodeAddress(address).slice(0, 500)}
            </bdi>
            <ExternalLink size={12} aria-hidden />
          </a>
        ) : (
          <bdi>{address.slice(0, 500)}</bdi>
        )}
        <span>Status {summary?.status ?? '–'}</span>
        {!alone && (
          <>
            <Tooltip text="Token cost as input of a chat call">
              <span className="cursor-default">
                {summary?.tokensEstimated && '≈ '}
                {formatCount(summary?.tokens ?? null)} tokens
              </span>
            </Tooltip>
            <span>{formatMs(run.timing.totalMs)}</span>
          </>
        )}
      </p>
      {summary?.warning && (
        <p className="flex items-start gap-1.5 text-xs text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-0.5" />
          {summary.warning}
        </p>
      )}
    </header>
  )
}

const buttonStyle = 'size-6 coarse:size-10'

interface PageActionsProps {
  row: ScrapeRow
  page: PageContent
  address: string
  /** The shown format is what gets copied. */
  view: PageViewName
}

/** Exports one page: as text, as a file, to another playground. */
function PageActions({ row, page, address, view }: PageActionsProps) {
  const { markdown, text, html, rawHtml } = page
  const save = (content: string, extension: string, type: string) =>
    download(`${toFileName(address)}.${extension}`, content, `${type};charset=utf-8`)
  const shown = toShownText(page, view)
  return (
    <div className="flex items-center">
      <IconButton
        label={`Copy ${shown?.what ?? 'page'}`}
        className={buttonStyle}
        disabled={shown === null}
        focusableWhenDisabled
        onClick={() => shown && void copy(shown.text, toSentenceCase(shown.what))}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label="Download page" className={buttonStyle}>
            <Download size={14} aria-hidden />
          </IconButton>
        }
        actions={[
          {
            label: 'Markdown (.md)',
            disabled: markdown === null,
            onSelect: () => save(markdown ?? '', 'md', 'text/markdown'),
          },
          {
            label: 'Text (.txt)',
            disabled: text === null,
            onSelect: () => save(text ?? '', 'txt', 'text/plain'),
          },
          // As a text file: opened from disk, HTML from a third party could run scripts.
          {
            label: 'HTML as source (.html.txt)',
            disabled: html === null && rawHtml === null,
            onSelect: () => save(html ?? rawHtml ?? '', 'html.txt', 'text/plain'),
          },
          {
            label: 'Complete data (.json)',
            onSelect: () => save(toPageJson(row), 'json', 'application/json'),
          },
        ]}
      />
      <AddToLibrary noun="page" entries={() => toPageEntries([row])} compact />
      <SendPages rows={[row]} compact />
    </div>
  )
}

function toSentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const notes: Readonly<Partial<Record<RowState, string>>> = {
  queued: 'This page is queued.',
  stopped: 'Stopped before the page was read.',
  cancelled: 'Canceled before it was read.',
  unreadable: 'The response contains no page. See the HTTP tab.',
  gone: 'This page exceeds the size limit of the history.',
}

/**
 * A row without a page: running, stopped or failed. For a single row, the playground layout shows the error.
 */
function RowOutcome({ row, index, alone }: { row: ScrapeRow; index: number; alone: boolean }) {
  const store = useScrapeStore()
  const goToField = useContext(GoToFieldContext)
  const state = stateOfRow(row)
  const { run } = row
  if (state === 'running') {
    return (
      <div className="flex max-w-[64ch] flex-col gap-2 px-5 py-4 text-muted max-sm:px-3">
        <p>
          Reading the page · <Elapsed since={run?.timing.startedAt ?? 0} />
        </p>
        <Progress label="Reading the page" value={null} max={1} />
      </div>
    )
  }
  if (run?.failure) {
    if (alone) return null
    return (
      <div className="px-5 py-4 max-sm:px-3">
        <ErrorCard run={run} onRetry={() => store.retry(index)} onGoToField={goToField} />
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
      <p>{notes[state] ?? 'The page could not be read.'}</p>
      {state !== 'queued' && <Button onClick={() => store.retry(index)}>Retry</Button>}
    </div>
  )
}

// When texts are compared with each other, parts of a page often work better.
const takesParts: ReadonlySet<string> = new Set(['embeddings', 'rerank'])

/** Sends pages to another playground, whole or split at their headings; nothing runs there. */
export function SendPages({ rows, compact = false }: { rows: readonly ScrapeRow[]; compact?: boolean }) {
  const { playground } = useScrapeContext()
  const all = useScrape().rows
  // Runs of a panel have no history entry: the link back leads to its playground only.
  const runId = playground === 'scrape' ? (rows[0]?.run?.id ?? null) : null
  const content = (items: readonly HandoffItem[]) => ({ items, query: null, runId })
  const whole = useSendTo({ from: playground, kind: 'pages', content: () => content(toPageItems(rows)) })
  const parts = useSendTo({ from: playground, kind: 'pages', content: () => content(toPageParts(rows)) })
  const label = rows.length === 1 ? 'Send page to' : `Send ${rows.length} pages to`
  const actions = whole.flatMap(({ contract, name, send }) => [
    { label: name, onSelect: () => void send() },
    ...parts
      .filter(part => part.contract === contract && takesParts.has(contract))
      .map(part => ({ label: `${name}, split by headings`, onSelect: () => void part.send() })),
  ])
  // The palette offers the primary content: all pages, or the single one.
  const inPalette = playground === 'scrape' && (!compact || all.length === 1)
  return <SendMenu label={label} actions={actions} compact={compact && 'small'} inPalette={inPalette} />
}
