'use client'

import { Download } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { focusMainInput } from '#components/shell/focus-main-input.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Timestamp } from '#components/console-kit/timestamp.tsx'
import { MoreButton } from '#components/console-kit/more-button.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Switch } from '#components/ui/form/switch.tsx'
import { RequestCourse } from './request-course.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestTable } from './request-table.tsx'
import { RequestViews } from './request-views.tsx'
import { useRequestKeys } from './use-request-keys.ts'
import { sumRequests } from './model/sum-requests.ts'
import { useRequestAddress } from './use-request-address.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listRequests, exportRequests } from './model/ask-requests.ts'
import type { LogFilter } from './model/filter-address.ts'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { RequestList, LoggedRequest } from '#lib/contracts/console/requests.ts'
import { formatCost, formatCountOf, formatMs } from '#lib/client/format.ts'

const RequestDrawer = lazy(() =>
  import('./request-drawer.tsx').then(module => ({ default: module.RequestDrawer })),
)

/** The request log: the caller's requests; admins see the whole team's. */
export function RequestsPage() {
  const { createsKeys } = useApi()
  const address = useRequestAddress()
  const { filter, id, open } = address
  const [live, setLive] = useState(false)
  const liveId = useId()
  const log = useRequestLog(filter, { live, enabled: createsKeys })
  const rows = log.data?.pages.flatMap(page => page.requests) ?? []
  useRequestKeys(rows, address)
  useCommands([
    focusMainInput,
    { id: 'live-requests', label: 'Toggle live tail', section: 'View', run: () => setLive(!live) },
  ])
  if (!createsKeys) {
    return (
      <TeamFrame title="Requests">
        <ManagedElsewhere what="The request log is managed" />
      </TeamFrame>
    )
  }
  const at = rows.findIndex(row => row.id === id)
  const neighbor = (step: 1 | -1) => (at === -1 ? undefined : rows[at + step]?.id)
  const everybodys = log.data?.pages[0]?.you_see_all ?? false
  return (
    <TeamFrame
      title="Requests"
      fill
      actions={
        <>
          <span className="flex items-center gap-2 text-sm font-medium">
            <span
              aria-hidden
              className={classNames('size-2 rounded-full', live ? 'bg-ok-dot' : 'bg-control')}
            />
            <label htmlFor={liveId}>Live</label>
            <Switch id={liveId} checked={live} onChange={setLive} />
          </span>
          <ExportRequests filter={filter} />
        </>
      }
    >
      <div className="flex min-h-0 flex-1">
        <div className="@container flex min-w-0 flex-1 flex-col">
          <RequestViews address={address} />
          <RequestFilters address={address} everybodys={everybodys} />
          <RequestCourse filter={filter} />
          <div className="scroll min-h-0 flex-1">
            {(log.data === undefined || log.error !== null) && (
              <div className="px-5 py-2 max-sm:px-3">
                <ListState query={log}>{() => null}</ListState>
              </div>
            )}
            {log.data !== undefined && (
              <RequestTable
                rows={rows}
                everybodys={everybodys}
                filtered={Object.keys(filter).length > 0}
                openId={id}
                onOpen={open}
              />
            )}
            {log.hasNextPage && !live && (
              <div className="flex flex-wrap items-center gap-3 px-5 py-3 max-sm:px-3">
                <MoreButton list={log}>Load older</MoreButton>
                <SearchedTo time={log.data?.pages.at(-1)?.searched_to ?? null} />
              </div>
            )}
          </div>
          <LoadedSums rows={rows} isWhole={log.data !== undefined && !log.hasNextPage} />
        </div>
        <Suspense>
          {id !== null && (
            <RequestDrawer
              id={id}
              address={address}
              previous={neighbor(-1)}
              next={neighbor(1)}
              onClose={() => open(null)}
            />
          )}
        </Suspense>
      </div>
    </TeamFrame>
  )
}

/** Sums of the rows in the list. */
function LoadedSums({ rows, isWhole }: { rows: readonly LoggedRequest[]; isWhole: boolean }) {
  const { count, failed, medianMs, costUsd } = sumRequests(rows)
  if (count === 0) return null
  return (
    <footer className="flex h-8 shrink-0 items-center gap-4 overflow-hidden border-t border-line px-5 text-xs whitespace-nowrap text-muted tabular-nums max-sm:px-3">
      <b className="font-medium text-text">
        {formatCountOf(count, 'request')}
        {!isWhole && ' loaded'}
      </b>
      <span>{formatCountOf(failed, 'error')}</span>
      <span>p50 {formatMs(medianMs)}</span>
      {costUsd > 0 && <span>{formatCost(costUsd, false)}</span>}
    </footer>
  )
}

function SearchedTo({ time }: { time: number | null }) {
  if (time === null) return null
  return (
    <p className="text-muted">
      Searched back to <Timestamp time={time} />.
    </p>
  )
}

const liveEveryMs = 2000

/**
 * The matching rows. Live mode refetches the newest page every two seconds while the page is visible. A request is
 * logged when it ends, and sorted by its start.
 */
function useRequestLog(filter: LogFilter, { live, enabled }: { live: boolean; enabled: boolean }) {
  return useInfiniteQuery({
    queryKey: ['requests', filter, live],
    queryFn: ({ pageParam, signal }) => listRequests(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: live ? liveEveryMs : false,
    refetchOnWindowFocus: live,
    enabled,
  })
}

const markdownRowsMax = 200

/** Exports the matching rows as CSV or as a Markdown table. */
function ExportRequests({ filter }: { filter: LogFilter }) {
  const take = (write: (list: RequestList) => Promise<void>) =>
    void exportRequests(filter)
      .then(write)
      .catch((error: unknown) => showFailure('Export failed', error))
  return (
    <Menu
      trigger={
        <Button>
          <Download size={16} aria-hidden />
          Export
        </Button>
      }
      actions={[
        {
          label: 'CSV (up to 10,000 rows)',
          onSelect: () =>
            take(async ({ requests, next }) => {
              const { toRequestsCsv } = await import('./model/export-requests.ts')
              download('requests.csv', toRequestsCsv(requests), 'text/csv;charset=utf-8')
              if (next !== null)
                showToast('Exported the newest 10,000 requests', {
                  description: 'Filter by time to export the rest.',
                })
            }),
        },
        {
          label: 'Copy as Markdown table',
          onSelect: () =>
            take(async ({ requests }) => {
              const { toRequestsMarkdown } = await import('./model/export-requests.ts')
              await copy(toRequestsMarkdown(requests.slice(0, markdownRowsMax)), 'Table')
            }),
        },
      ]}
    />
  )
}
