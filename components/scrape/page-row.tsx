'use client'
import { Elapsed } from '#components/playground/elapsed.tsx'
import { RowLine } from '#components/playground/row-line.tsx'
import type { RowStop } from '#components/playground/row-list.tsx'
import { RowMark } from '#components/playground/row-mark.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { decodeAddress } from '#lib/client/decode-address.ts'
import { formatCount, formatMs } from '#lib/client/format.ts'
import { summarisePage } from '#lib/client/scrape/read-page.ts'
import { isUnread, type ScrapeRow, stateOfRow } from '#lib/client/scrape/scrape-row.ts'
import { toShortReason } from '#lib/client/short-reason.ts'
import { useScrapeStore } from './scrape-context.ts'

/** One page of many: how it stands, what it is, and what can be done with it. */
export function PageRow({ row, stop }: { row: ScrapeRow; stop: RowStop }) {
  const store = useScrapeStore()
  const { run, address } = row
  const state = stateOfRow(row)
  const page = run && summarisePage(run)
  return (
    <RowLine
      stop={stop}
      name={`page ${stop.place + 1}`}
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
      onCancel={state === 'queued' || state === 'running' ? () => store.cancel(stop.place) : null}
      onRetry={isUnread(row) ? () => store.retry(stop.place) : null}
    />
  )
}

function toPath(address: string): string {
  const url = URL.parse(address)
  return decodeAddress(url === null ? address : `${url.pathname}${url.search}`).slice(0, 300)
}
