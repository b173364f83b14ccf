'use client'

import { Radio, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useResultKeys } from '#components/playground/run/use-result-keys.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Timestamp } from '#components/console-kit/timestamp.tsx'
import { MoreButton } from '#components/console-kit/more-button.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { RequestFilters } from './request-filters.tsx'
import { useRequestAddress } from './use-request-address.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listRequests, exportRequests } from './model/ask-requests.ts'
import type { LogFilter } from './model/filter-address.ts'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { RequestList, LoggedRequest } from '#lib/contracts/console/requests.ts'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import { nameCapability } from '#components/console-kit/capability-labels.ts'
import { RequestStatus } from './request-status.tsx'

const RequestDrawer = lazy(() =>
  import('./request-drawer.tsx').then(module => ({ default: module.RequestDrawer })),
)

/** The request log: the caller's requests; admins see the whole team's. */
export function RequestsPage() {
  const { createsKeys } = useApi()
  const address = useRequestAddress()
  const { filter, id, open } = address
  const [live, setLive] = useState(false)
  const log = useRequestLog(filter, { live, enabled: createsKeys })
  useResultKeys()
  useCommands([
    { id: 'live-requests', label: 'Toggle live tail', section: 'View', run: () => setLive(!live) },
  ])
  if (!createsKeys) {
    return (
      <TeamFrame title="Requests">
        <ManagedElsewhere what="The request log is managed" />
      </TeamFrame>
    )
  }
  const rows = log.data?.pages.flatMap(page => page.requests) ?? []
  const at = rows.findIndex(row => row.id === id)
  const neighbour = (step: 1 | -1) => (at === -1 ? undefined : rows[at + step]?.id)
  return (
    <TeamFrame
      title="Requests"
      actions={
        <>
          <Button aria-pressed={live} onClick={() => setLive(!live)}>
            <Radio size={16} aria-hidden className={live ? 'text-ok' : ''} />
            Live
          </Button>
          <ExportRequests filter={filter} />
        </>
      }
    >
      <RequestFilters address={address} everybodys={log.data?.pages[0]?.you_see_all ?? false} />
      <ListState query={log}>
        {({ pages }) => (
          <RequestTable
            rows={rows}
            everybodys={pages[0]?.you_see_all ?? false}
            filtered={Object.keys(filter).length > 0}
            openId={id}
            onOpen={open}
          />
        )}
      </ListState>
      {log.hasNextPage && !live && (
        <div className="flex flex-wrap items-center gap-3">
          <MoreButton list={log}>Load older</MoreButton>
          <SearchedTo time={log.data?.pages.at(-1)?.searched_to ?? null} />
        </div>
      )}
      <Suspense>
        {id !== null && (
          <RequestDrawer
            id={id}
            address={address}
            previous={neighbour(-1)}
            next={neighbour(1)}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </TeamFrame>
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

// A number and its unit stay on one line.
const narrow = 'whitespace-nowrap'
// A long name must not push the numbers out of view.
const name = 'wrap-anywhere sm:min-w-24'

/** Log rows, newest first; `j` and `k` move through them. */
function RequestTable({
  rows,
  everybodys,
  filtered,
  openId,
  onOpen,
}: {
  rows: readonly LoggedRequest[]
  /** Whether the list includes requests of others. */
  everybodys: boolean
  filtered: boolean
  openId: string | null
  onOpen: (id: string) => void
}) {
  const member: Column<LoggedRequest> = {
    id: 'member',
    label: 'Member',
    className: name,
    cell: row => row.member ?? '–',
  }
  return (
    <div className="overflow-x-auto">
      <Table
        caption="Requests, newest first"
        rows={rows}
        rowKey={row => row.id}
        empty={
          filtered
            ? 'No requests match. Remove a filter or search further back.'
            : 'No requests yet. Run a request in a playground or with an API key to see it here.'
        }
        columns={[
          {
            id: 'time',
            label: 'Time',
            wide: true,
            cell: row => (
              <button
                type="button"
                data-result
                aria-current={row.id === openId ? 'true' : undefined}
                onClick={() => onOpen(row.id)}
                className="-mx-1 -my-0.5 min-h-6 rounded px-1 text-left whitespace-nowrap text-accent-text underline-offset-2 hover:underline aria-[current]:bg-sunken"
              >
                <Timestamp time={row.started_at} precise="second" />
                <span className="sr-only"> {row.id}</span>
              </button>
            ),
          },
          { id: 'for', label: 'Capability', cell: nameCapability },
          { id: 'model', label: 'Model', className: name, cell: row => <ModelCell row={row} /> },
          { id: 'key', label: 'Key', className: name, cell: row => row.key_name ?? row.key_id },
          ...(everybodys ? [member] : []),
          { id: 'status', label: 'Status', cell: row => <RequestStatus row={row} /> },
          {
            id: 'first',
            label: 'TTFT',
            align: 'right',
            className: narrow,
            cell: row => formatMs(row.first_ms),
          },
          {
            id: 'total',
            label: 'Duration',
            align: 'right',
            className: narrow,
            cell: row => formatMs(row.total_ms),
          },
          { id: 'tokens', label: 'Tokens', align: 'right', cell: row => <TokenCell row={row} /> },
          { id: 'cost', label: 'Cost', align: 'right', className: narrow, cell: row => costOf(row) },
          { id: 'attempts', label: 'Attempts', align: 'right', cell: row => row.attempts || '–' },
        ]}
      />
    </div>
  )
}

function ModelCell({ row: { model, answered_by: answeredBy } }: { row: LoggedRequest }) {
  const shown = answeredBy ?? model
  if (shown === null) return '–'
  return (
    <>
      {shown}
      {answeredBy !== null && model !== null && answeredBy !== model && (
        <span className="block text-muted">requested {model}</span>
      )}
    </>
  )
}

function TokenCell({ row }: { row: LoggedRequest }) {
  const { prompt_tokens: read, completion_tokens: written, usage_estimated: estimated } = row
  if (read + written === 0) return '–'
  return (
    <span className="whitespace-nowrap">
      {estimated ? '≈ ' : ''}
      {written === 0 ? formatCount(read) : `${formatCount(read)} → ${formatCount(written)}`}
    </span>
  )
}

/** Without a price the cost is unknown, not zero. */
function costOf({ cost_usd: usd, usage_estimated: estimated }: LoggedRequest): string {
  return formatCost(usd === 0 ? null : usd, estimated)
}
