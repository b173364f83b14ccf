'use client'
import { RotateCcw, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { decodeAddress } from '#lib/client/decode-address.ts'
import { formatCount, formatMs } from '#lib/client/format.ts'
import { summarisePage } from '#lib/client/scrape/read-page.ts'
import { isUnread, type ScrapeRow, stateOfRow } from '#lib/client/scrape/scrape-row.ts'
import { toShortReason } from '#lib/client/short-reason.ts'
import { Elapsed } from '#components/playground/elapsed.tsx'
import { RowMark } from './row-mark.tsx'
import { useScrapeStore } from './scrape-context.ts'

export interface PageRowProps {
  row: ScrapeRow
  place: number
  chosen: boolean
  tabStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onChoose: () => void
}

/** One page of many: how it stands, what it is, and what can be done with it. */
export function PageRow({ row, place, chosen, tabStop, onFocus, onKeyDown, onChoose }: PageRowProps) {
  const store = useScrapeStore()
  const { run, address } = row
  const state = stateOfRow(row)
  const page = run && summarisePage(run)
  const tabIndex = tabStop ? 0 : -1
  const going = state === 'queued' || state === 'running'
  return (
    <div
      className={classNames(
        'flex h-full items-center border-b border-line pr-2',
        chosen && 'bg-sunken shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        data-place={place}
        tabIndex={tabIndex}
        aria-current={chosen || undefined}
        onClick={onChoose}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="grid h-full min-w-0 flex-1 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 pr-2 pl-4 text-left -outline-offset-2 max-sm:pl-3"
      >
        <RowMark state={state} />
        <span className="min-w-0 leading-4">
          <bdi className="block truncate">{page?.title || toPath(address)}</bdi>
          <bdi dir="ltr" className="block truncate text-xs text-muted">
            {decodeAddress(address).slice(0, 300)}
          </bdi>
        </span>
        <span className="text-right text-xs leading-4 text-muted">
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
        </span>
      </button>
      {going && (
        <IconButton
          label={`Cancel page ${place + 1}`}
          tabIndex={tabIndex}
          className="size-6 coarse:size-10"
          onClick={() => store.cancel(place)}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
      {isUnread(row) && (
        <IconButton
          label={`Read page ${place + 1} again`}
          tabIndex={tabIndex}
          className="size-6 coarse:size-10"
          onClick={() => store.retry(place)}
        >
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function toPath(address: string): string {
  const url = URL.parse(address)
  return decodeAddress(url === null ? address : `${url.pathname}${url.search}`).slice(0, 300)
}
