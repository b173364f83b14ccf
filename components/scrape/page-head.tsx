'use client'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { formatCount, formatMs } from '#lib/client/format.ts'
import type { Run } from '#lib/client/run.ts'
import type { PageViewName } from '#lib/client/scrape/page-views.ts'
import { type PageContent, summarisePage } from '#lib/client/scrape/read-page.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { isWebAddress } from '#lib/client/scrape/filter-links.ts'
import { PageActions } from './page-actions.tsx'

export interface PageHeadProps {
  row: ScrapeRow
  run: Run
  page: PageContent
  view: PageViewName
}

/** What page it is, what it weighs, and what there is to say of it. */
export function PageHead({ row, run, page, view }: PageHeadProps) {
  const summary = summarisePage(run)
  const address = summary?.address ?? row.address
  return (
    <header className="flex shrink-0 flex-col gap-1 border-b border-line px-5 py-2.5 max-sm:px-3">
      <div className="flex items-start gap-2">
        <h2 className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words">
          <bdi>{summary?.title || 'Page without a title'}</bdi>
        </h2>
        <PageActions row={row} page={page} address={address} view={view} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
        {isWebAddress(address) ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 min-w-0 max-w-full items-center gap-1 text-accent underline-offset-2 hover:underline"
          >
            <bdi dir="ltr" className="truncate">
              {address.slice(0, 500)}
            </bdi>
            <ExternalLink size={12} aria-hidden />
          </a>
        ) : (
          <bdi>{address.slice(0, 500)}</bdi>
        )}
        <span>status {summary?.status ?? '–'}</span>
        <Tooltip text="What the page costs a chat call as input">
          <span className="cursor-default">
            {summary?.tokensEstimated && '≈ '}
            {formatCount(summary?.tokens ?? null)} tokens
          </span>
        </Tooltip>
        <span>{formatMs(run.timing.totalMs)}</span>
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
