'use client'

import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { Pagination } from '#components/console-kit/pagination.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { formatCost, formatCount, formatMs, formatShare } from '#lib/client/format.ts'
import { toLogAddress } from './model/log-address.ts'
import type { UsageField, UsageSearchParams } from './model/usage-search-params.ts'
import type { UsageAnswer, UsageRowView } from '#lib/contracts/console/usage.ts'
import { type UsageDimension, type UsageSort, usageSorts } from '#lib/contracts/console/usage-labels.ts'
import { dimensionLabels, toCapabilityLabel, toShortLabel } from './usage-labels.ts'
import type { ChangeUsageSearchParams } from './use-usage-search-params.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Select } from '#components/ui/form/select.tsx'

/** Usage by group, sortable by every column. The server sorts, because only it has all rows. */
export function UsageTable({
  usage: { by, rows, row_count: count, page_rows: pageRows, unit },
  searchParams,
  go,
  linked,
}: {
  usage: UsageAnswer
  searchParams: UsageSearchParams
  go: ChangeUsageSearchParams
  /** Whether this member can open the request log. */
  linked: boolean
}) {
  const sorted = searchParams.sort ?? (by === 'time' ? 'name' : 'requests')
  // Percentiles over several capabilities say nothing: a list takes a millisecond, and a chat a minute.
  const timed = by === 'capability' || searchParams.filter.capability !== undefined
  const name = by === 'time' ? (unit === 'day' ? 'Day' : 'Hour') : dimensionLabels[by]
  const order = (sort: UsageSort) => ({
    order:
      sorted !== sort
        ? ('none' as const)
        : searchParams.down
          ? ('descending' as const)
          : ('ascending' as const),
    onSort: () => go({ sort, down: sorted === sort ? !searchParams.down : sort !== 'name' }),
  })
  const figure = (
    id: UsageSort,
    label: string,
    cell: Column<UsageRowView>['cell'],
  ): Column<UsageRowView> => ({
    id,
    label,
    align: 'right',
    cell,
    sort: order(id),
  })
  return (
    <section aria-label="Breakdown" className="flex flex-col gap-2">
      <UsageSortChoice name={name} timed={timed} sorted={sorted} down={searchParams.down} go={go} />
      <div className="overflow-x-auto">
        <Table
          caption={`Usage by ${name.toLowerCase()}`}
          rows={rows}
          rowKey={row => row.id}
          empty="No requests in this period. Run a request in a playground or with an API key; usage appears here within seconds."
          columns={[
            {
              id: 'name',
              label: name,
              wide: true,
              sort: order('name'),
              cell: row => <NameCell row={row} by={by} searchParams={searchParams} go={go} />,
            },
            figure('requests', 'Requests', row => (
              <Count row={row} searchParams={searchParams} field={linked ? toLogField(by) : null} />
            )),
            figure('errors', 'Errors', row => <Errors row={row} />),
            figure('prompt_tokens', 'Tokens in', row => <TokensIn row={row} />),
            figure('completion_tokens', 'Tokens out', row => formatCount(row.completion_tokens)),
            figure('cost_usd', 'Cost', row => <Cost row={row} />),
            ...(timed
              ? [
                  figure('total_p50', 'Duration p50', row => formatMs(row.total_ms?.p50 ?? null)),
                  figure('total_p95', 'Duration p95', row => formatMs(row.total_ms?.p95 ?? null)),
                  figure('total_p99', 'Duration p99', row => formatMs(row.total_ms?.p99 ?? null)),
                  figure('first_p50', 'TTFT p50', row => formatMs(row.first_ms?.p50 ?? null)),
                  figure('first_p95', 'TTFT p95', row => formatMs(row.first_ms?.p95 ?? null)),
                  figure('first_p99', 'TTFT p99', row => formatMs(row.first_ms?.p99 ?? null)),
                ]
              : []),
          ]}
        />
      </div>
      <Pagination count={count} pageRows={pageRows} page={searchParams.page} onTurn={page => go({ page })} />
    </section>
  )
}

function NameCell({
  row,
  by,
  searchParams,
  go,
}: {
  row: UsageRowView
  by: UsageDimension
  searchParams: UsageSearchParams
  go: ChangeUsageSearchParams
}) {
  if (by === 'time') return <span className="whitespace-nowrap">{toShortLabel(row.name)}</span>
  const name = by === 'capability' ? toCapabilityLabel(row.name) : row.name
  return (
    <>
      {row.id === '' ? (
        <span className="text-muted">{name}</span>
      ) : (
        <Button
          variant="link"
          className="min-h-6 max-w-full px-0 sm:-my-1 text-left whitespace-normal break-words"
          aria-label={`Only ${name}`}
          onClick={() =>
            go({ by: 'time', sort: null, down: true, filter: { ...searchParams.filter, [by]: row.id } })
          }
        >
          {name}
        </Button>
      )}
      {row.detail !== null && <p className="text-muted">{row.detail}</p>}
    </>
  )
}

/** Links to the matching requests, if the log has a filter for them. */
function Count({
  row,
  searchParams,
  field,
}: {
  row: UsageRowView
  searchParams: UsageSearchParams
  /** The log's filter for a row of this grouping; null: none. */
  field: UsageField | null
}) {
  const count = formatCount(row.requests)
  if (field === null || row.id === '') return count
  return (
    <Link
      href={toLogAddress(searchParams, { [field]: row.id }) as Route}
      aria-label={`${count} requests of ${row.name}`}
      className="inline-flex min-h-6 min-w-6 items-center justify-end max-sm:justify-start sm:-my-1 text-accent-text underline-offset-2 hover:underline"
    >
      {count}
    </Link>
  )
}

function Errors({ row: { requests, refused, failed } }: { row: UsageRowView }) {
  const errors = refused + failed
  if (errors === 0) return formatCount(0)
  return (
    <span className="whitespace-nowrap">
      {formatCount(errors)} <span className="text-muted">· {formatShare(errors / requests)}</span>
    </span>
  )
}

/** With the share that providers read from their caches. */
function TokensIn({ row: { prompt_tokens: tokens, cache_read_tokens: cached } }: { row: UsageRowView }) {
  if (cached === 0) return formatCount(tokens)
  return (
    <span className="whitespace-nowrap">
      {formatCount(tokens)} <span className="text-muted">· {formatShare(cached / tokens)} cached</span>
    </span>
  )
}

/** With the requests whose cost is not counted. */
function Cost({ row: { cost_usd: usd, unpriced } }: { row: UsageRowView }) {
  if (unpriced === 0) return formatCost(usd, false)
  return (
    <span className="whitespace-nowrap">
      {usd !== null && `${formatCost(usd, false)} · `}
      <span className="text-warn">{formatCount(unpriced)} without a price</span>
    </span>
  )
}

function toLogField(by: UsageDimension): UsageField | null {
  return by === 'time' ? null : by
}

const labels: Readonly<Record<Exclude<UsageSort, 'name'>, string>> = {
  requests: 'Requests',
  errors: 'Errors',
  prompt_tokens: 'Tokens in',
  completion_tokens: 'Tokens out',
  cost_usd: 'Cost',
  total_p50: 'Duration, p50',
  total_p95: 'Duration, p95',
  total_p99: 'Duration, p99',
  first_p50: 'Time to first token, p50',
  first_p95: 'Time to first token, p95',
  first_p99: 'Time to first token, p99',
}

/** Sort controls for narrow screens, where rows are cards without column headers. */
function UsageSortChoice({
  name,
  timed,
  sorted,
  down,
  go,
}: {
  name: string
  /** Whether the rows have durations. */
  timed: boolean
  sorted: UsageSort
  down: boolean
  go: ChangeUsageSearchParams
}) {
  const sorts = usageSorts.filter(value => timed || !/^(total|first)_/.test(value))
  const choices = sorts.map(value => ({ value, label: value === 'name' ? name : labels[value] }))
  const Arrow = down ? ArrowDown : ArrowUp
  return (
    <div className="flex items-center gap-2 sm:hidden">
      <Select
        label="Sort by"
        choices={choices}
        value={sorted}
        onChange={value => go({ sort: usageSorts.find(each => each === value) ?? null })}
        className="w-52"
      />
      <IconButton
        label={down ? 'Largest first' : 'Smallest first'}
        onClick={() => go({ down: !down, sort: sorted })}
      >
        <Arrow size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
