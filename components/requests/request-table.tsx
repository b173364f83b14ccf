'use client'
import { Moment } from '#components/team/moment.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import type { LoggedRequest } from '#lib/contracts/team/requests.ts'
import { nameCapability } from './capability-words.ts'
import { RequestStatus } from './request-status.tsx'

// A figure and its unit are read as one.
const narrow = 'whitespace-nowrap'
// However long somebody made it, it leaves the figures in sight.
const name = 'wrap-anywhere sm:min-w-24'

/** Rows of the log, newest first; `j` and `k` go through them. */
export function RequestTable({
  rows,
  everybodys,
  filtered,
  openId,
  onOpen,
}: {
  rows: readonly LoggedRequest[]
  /** Whether the requests of others are among them. */
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
            ? 'No request matches. Take a filter away, or look further back.'
            : 'No requests yet. Run something in a playground, or call the API with a key: each request becomes a row here.'
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
                className="-mx-1 -my-0.5 min-h-6 rounded px-1 text-left whitespace-nowrap text-accent underline-offset-2 hover:underline aria-[current]:bg-sunken"
              >
                <Moment time={row.started_at} precise="second" />
                <span className="sr-only"> {row.id}</span>
              </button>
            ),
          },
          { id: 'for', label: 'For', cell: nameCapability },
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
            label: 'Total',
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
        <span className="block text-muted">asked for {model}</span>
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

/** A model without a price costs an unknown amount, not nothing. */
function costOf({ cost_usd: usd, usage_estimated: estimated }: LoggedRequest): string {
  return formatCost(usd === 0 ? null : usd, estimated)
}
