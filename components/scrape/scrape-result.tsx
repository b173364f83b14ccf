'use client'

import { RowList, type RowStop } from '#components/playground/run/row-list.tsx'
import { RowsResult } from '#components/playground/run/rows-result.tsx'
import { Reader, SendPages } from './reader.tsx'
import { useScrape, useScrapeStore } from './scrape-context.ts'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { RowLine } from '#components/playground/run/row-line.tsx'
import { RowMark } from '#components/playground/run/row-mark.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { decodeAddress } from '#lib/client/web-address.ts'
import { formatCount, formatMs } from '#lib/client/format.ts'
import { summarisePage } from './model/read-page.ts'
import { isUnread, type ScrapeRow, stateOfRow, isGoing, isRead } from './model/scrape-row.ts'
import { toShortReason } from '#components/playground/run/model/short-reason.ts'
import { ArrowDown } from 'lucide-react'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { RowsBar } from '#components/playground/run/rows-bar.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toPageEntries } from './model/page-entries.ts'
import { toPagesJsonl, toPagesMarkdown } from './model/export-pages.ts'
import { nextUnread } from './model/next-unread.ts'
import { sumTokens } from './model/sum-tokens.ts'

/** The result: one page, or a row for each with the selected one below. */
export function ScrapeResult() {
  const store = useScrapeStore()
  const { rows, chosen } = useScrape()
  const index = Math.min(chosen, rows.length - 1)
  const row = rows[index]
  const choose = (next: number) => store.update(state => ({ ...state, chosen: next }))
  if (row === undefined) return null
  return (
    <RowsResult
      noun="page"
      title="Pages"
      keys={{ next: 'j', previous: 'k' }}
      count={rows.length}
      chosen={index}
      onChoose={choose}
      list={
        <>
          <PagesBar rows={rows} />
          <RowList label="Pages" rows={rows} chosen={index} onChoose={choose}>
            {(each, stop) => <PageRow row={each} stop={stop} />}
          </RowList>
        </>
      }
    >
      <Reader row={row} index={index} alone={rows.length === 1} />
    </RowsResult>
  )
}

/** One page of many: its state, its summary and its actions. */
function PageRow({ row, stop }: { row: ScrapeRow; stop: RowStop }) {
  const store = useScrapeStore()
  const { run, address } = row
  const state = stateOfRow(row)
  const page = run && summarisePage(run)
  return (
    <RowLine
      stop={stop}
      name={`page ${stop.index + 1}`}
      mark={<RowMark state={state} />}
      words={
        <>
          <bdi className="block truncate">{page?.title || toPath(address)}</bdi>
          <bdi dir="ltr" className="block truncate text-xs text-muted">
            {decodeAddress(address).slice(0, 300)}
          </bdi>
        </>
      }
      figures={
        <>
          {state === 'running' && <Elapsed since={run?.timing.startedAt ?? 0} />}
          {page && (
            <>
              <span className={classNames('block', state === 'warning' && 'text-warn')}>
                {page.status ?? '–'} · {page.tokensEstimated && '≈ '}
                {formatCount(page.tokens)} tok
              </span>
              <span className="block">{formatMs(run?.timing.totalMs ?? null)}</span>
            </>
          )}
          {run?.failure && (
            <span className="block max-w-60 truncate text-bad max-sm:max-w-32">
              {toShortReason(run.failure)}
            </span>
          )}
        </>
      }
      onCancel={state === 'queued' || state === 'running' ? () => store.cancel(stop.index) : null}
      onRetry={isUnread(row) ? () => store.retry(stop.index) : null}
    />
  )
}

function toPath(address: string): string {
  const url = URL.parse(address)
  return decodeAddress(url === null ? address : `${url.pathname}${url.search}`).slice(0, 300)
}

// Roughly a screenful.
const fewRows = 5

/** Progress of the batch, and actions for all pages. */
function PagesBar({ rows }: { rows: readonly ScrapeRow[] }) {
  const store = useScrapeStore()
  const read = rows.filter(isRead)
  const unread = rows.filter(isUnread).length
  const { tokens, estimated } = sumTokens(read)
  return (
    <RowsBar
      noun="pages"
      counts={{
        total: rows.length,
        read: read.length,
        warned: rows.filter(row => stateOfRow(row) === 'warning').length,
        unread,
        going: rows.filter(isGoing).length,
      }}
      more={tokens === null ? null : `${estimated ? '≈ ' : ''}${formatCount(tokens)} tokens`}
      onStop={store.stop}
      onRetry={store.retryUnread}
      exports={[
        { label: 'Copy as Markdown', onSelect: () => void copy(toPagesMarkdown(rows), 'Markdown') },
        {
          label: 'Download as Markdown (.md)',
          onSelect: () => download('pages.md', toPagesMarkdown(rows), 'text/markdown;charset=utf-8'),
        },
        {
          label: 'Download as JSON lines (.jsonl)',
          onSelect: () => download('pages.jsonl', toPagesJsonl(rows), 'application/jsonl'),
        },
      ]}
    >
      {read.length > 0 && (
        <AddToLibrary noun="page" entries={() => toPageEntries(read)} count={read.length} inPalette />
      )}
      {read.length > 0 && <SendPages rows={read} />}
      {unread > 0 && rows.length > fewRows && (
        <Button
          variant="plain"
          onClick={() => store.update(state => ({ ...state, chosen: nextUnread(rows, state.chosen) }))}
        >
          <ArrowDown size={14} aria-hidden />
          Next unread page
        </Button>
      )}
    </RowsBar>
  )
}
