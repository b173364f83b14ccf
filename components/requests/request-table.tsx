'use client'

import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { nameCapability } from '#components/console-kit/capability-labels.ts'
import { classNames } from '#components/ui/class-names.ts'
import { describeCost } from './model/request-facts.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import { formatCount, formatMs } from '#lib/client/format.ts'

interface RequestColumn {
  readonly label: string
  readonly cell: (row: LoggedRequest) => ReactNode
  readonly align?: 'right'
  /** The width of the list from which the column is shown. */
  readonly className?: string
}

/** Dense log rows, newest first. A row is opened by its first button, which covers it. */
export function RequestTable({
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
  const columns = everybodys ? [...leading, member, ...trailing] : [...leading, ...trailing]
  const [today] = useState(() => new Date().toDateString())
  const longestMs = Math.max(1, ...rows.map(row => row.total_ms))
  if (rows.length === 0) return <NoRequests filtered={filtered} />
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">Requests, newest first</caption>
      <thead className="sticky top-0 z-10 bg-canvas text-muted shadow-[inset_0_-1px_var(--line)]">
        <tr className="h-8">
          <Heading label="Time" className="pl-5 @max-md:pl-3" />
          {columns.map(({ label, align, className }) => (
            <Heading
              key={label}
              label={label}
              className={classNames(align === 'right' && 'text-right', className)}
            />
          ))}
          <Heading label="Duration" className="pr-5 text-right @max-md:pr-3" />
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr
            key={row.id}
            data-selected={row.id === openId || undefined}
            className={classNames(
              'relative h-[34px] border-b border-line coarse:h-11',
              row.id === openId ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <td className="pr-2 pl-5 whitespace-nowrap @max-md:pl-3">
              <button
                type="button"
                data-result
                data-request={row.id}
                aria-current={row.id === openId ? 'true' : undefined}
                onClick={() => onOpen(row.id)}
                className="tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
              >
                <RowTime time={row.started_at} today={today} />
                <span className="sr-only"> {row.id}</span>
              </button>
            </td>
            {columns.map(({ label, cell, align, className }) => (
              <td
                key={label}
                className={classNames('px-2', align === 'right' && 'text-right tabular-nums', className)}
              >
                {cell(row)}
              </td>
            ))}
            <td className="pr-5 pl-2 @max-md:pr-3">
              <Duration ms={row.total_ms} longestMs={longestMs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const truncated = 'max-w-0 truncate'

const leading: readonly RequestColumn[] = [
  { label: 'Operation', className: 'hidden whitespace-nowrap @lg:table-cell', cell: nameCapability },
  { label: 'Model', className: `w-full @3xl:min-w-40 ${truncated}`, cell: row => <ModelCell row={row} /> },
  {
    label: 'Key',
    className: 'hidden max-w-40 truncate @3xl:table-cell',
    cell: row => row.key_name ?? row.key_id,
  },
]

const member: RequestColumn = {
  label: 'Member',
  className: 'hidden max-w-40 truncate @4xl:table-cell',
  cell: row => row.member ?? '–',
}

const wide = 'hidden whitespace-nowrap @3xl:table-cell'

const trailing: readonly RequestColumn[] = [
  { label: 'Status', className: 'whitespace-nowrap', cell: row => <StatusCell row={row} /> },
  { label: 'TTFT', align: 'right', className: wide, cell: row => formatMs(row.first_ms) },
  { label: 'Tokens', align: 'right', className: wide, cell: tokensOf },
  { label: 'Cost', align: 'right', className: 'whitespace-nowrap', cell: row => <CostCell row={row} /> },
]

function Heading({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <th scope="col" className={classNames('px-2 text-xs font-medium whitespace-nowrap', className)}>
      {label}
    </th>
  )
}

function NoRequests({ filtered }: { filtered: boolean }) {
  return (
    <p className="px-5 py-10 text-center text-muted">
      {filtered
        ? 'No requests match. Remove a filter or search further back.'
        : 'No requests yet. Run a request in a playground or with an API key to see it here.'}
    </p>
  )
}

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })

/** The time of day; with the date unless it is today. */
function RowTime({ time, today }: { time: number; today: string }) {
  const date = new Date(time)
  const isToday = date.toDateString() === today
  return (
    <time dateTime={date.toISOString()}>
      {!isToday && <span className="text-muted">{day.format(date)} </span>}
      {clock.format(date)}
    </time>
  )
}

function ModelCell({ row: { model, answered_by: answeredBy } }: { row: LoggedRequest }) {
  const shown = answeredBy ?? model
  if (shown === null) return '–'
  if (answeredBy === null || model === null || answeredBy === model) return shown
  return (
    <>
      <span className="text-muted">{model} → </span>
      {answeredBy}
    </>
  )
}

/** Status as a dot and its number; the error code is shown where there is room, and always read aloud. */
function StatusCell({ row }: { row: LoggedRequest }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span aria-hidden className={classNames('size-2 rounded-full', dotOf(row.status))} />
      {row.status}
      {row.error_code !== null && <span className="text-muted @max-6xl:sr-only"> {row.error_code}</span>}
      {row.attempts > 1 && (
        <RotateCw size={12} role="img" aria-label={`${row.attempts} attempts`} className="text-muted" />
      )}
    </span>
  )
}

function dotOf(status: number): string {
  if (status < 400) return 'bg-ok-dot'
  return status < 500 ? 'bg-warn-dot' : 'bg-bad-dot'
}

function tokensOf({
  prompt_tokens: read,
  completion_tokens: written,
  usage_estimated: estimated,
}: LoggedRequest) {
  if (read + written === 0) return '–'
  const both = written === 0 ? formatCount(read) : `${formatCount(read)} → ${formatCount(written)}`
  return estimated ? `≈ ${both}` : both
}

function CostCell({ row }: { row: LoggedRequest }) {
  const text = describeCost(row)
  if (text !== 'No price') return text
  return (
    <span
      title="The model has no price, so its cost is not counted. Set one under Providers → Defaults and prices."
      className="text-warn"
    >
      {text}
    </span>
  )
}

/** On a logarithmic scale: durations range from milliseconds to minutes. */
function Duration({ ms, longestMs }: { ms: number; longestMs: number }) {
  const share = Math.log1p(ms) / Math.log1p(longestMs)
  return (
    <span className="flex items-center justify-end gap-3 whitespace-nowrap tabular-nums">
      <span aria-hidden className="h-1 w-10 overflow-hidden rounded-full bg-active @max-lg:hidden">
        <span className="block h-full rounded-full bg-control" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="min-w-13 text-right">{formatMs(ms)}</span>
    </span>
  )
}
