'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, lazy, Suspense, type ReactNode } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useAccount, type PageAccount } from '#components/shell/account-context.tsx'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { DownloadLink } from '#components/ui/button/download-link.tsx'
import { askUsage } from './model/ask-usage.ts'
import { toCustomPeriod, toUsageQuery } from './model/usage-query.ts'
import { UsageLatency } from './usage-latency.tsx'
import { UsageTable } from './usage-table.tsx'
import { useUsageSearchParams, type ChangeUsageSearchParams } from './use-usage-search-params.ts'
import { X } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { usageFields, type UsageSearchParams } from './model/usage-search-params.ts'
import type { UsageAnswer, UsageSums } from '#lib/contracts/console/usage.ts'
import { dimensionLabels, formatMeasure, measureLabels, toShortLabel } from './usage-labels.ts'
import { DateField } from '#components/ui/form/date-field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { type UsageDimension, usageDimensions, usageMeasures } from '#lib/contracts/console/usage-labels.ts'
import { Table } from '#components/ui/data/table.tsx'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { formatCost, formatCount, formatCountOf, formatShare } from '#lib/client/format.ts'
import { classNames } from '#components/ui/class-names.ts'
import { toLogAddress } from './model/log-address.ts'
import { BudgetBanner } from '#components/console-kit/budget/budget-banner.tsx'
import { BudgetUsed } from '#components/console-kit/budget/budget-used.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Summary } from '#components/ui/data/summary.tsx'

/** Usage: totals, a chart over time, and a table by group. */
export function UsagePage() {
  const { createsKeys } = useApi()
  const account = useAccount()
  const linked = account.role !== 'viewer'
  const [searchParams, go] = useUsageSearchParams()
  // One timestamp for all queries, so that paginated rows do not shift.
  const [now] = useState(() => Date.now())
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = toUsageQuery(searchParams, now, zone)
  const usage = useQuery({
    queryKey: ['usage', query.toString()],
    queryFn: () => askUsage(query),
    enabled: createsKeys,
    placeholderData: keepPreviousData,
  })
  if (!createsKeys) {
    return (
      <TeamFrame title="Usage">
        <ManagedElsewhere what="Usage is recorded" />
      </TeamFrame>
    )
  }
  return (
    <TeamFrame
      title="Usage"
      actions={
        usage.data && (
          <div className="flex gap-2">
            {usage.data.bill_months.length > 0 && <BillMenu months={usage.data.bill_months} />}
            <DownloadLink href={`/api/usage/export?${query.toString()}`}>CSV</DownloadLink>
          </div>
        )
      }
    >
      <UsageControls searchParams={searchParams} go={go} account={account} />
      <ListState query={usage}>
        {data => (
          <div className="flex flex-col gap-6" aria-busy={usage.isPlaceholderData}>
            <UsageFilters searchParams={searchParams} go={go} names={data.filters} />
            <UsageFigures usage={data} searchParams={searchParams} linked={linked} />
            <UsageCourse usage={data} searchParams={searchParams} go={go} />
            {data.by !== 'capability' && <UsageLatency latency={data.latency} />}
            <UsageTable usage={data} searchParams={searchParams} go={go} linked={linked} />
          </div>
        )}
      </ListState>
    </TeamFrame>
  )
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The bill of a month, by provider, model and price. */
function BillMenu({ months }: { months: readonly string[] }) {
  return (
    <Menu
      trigger={<Button>Monthly bill</Button>}
      actions={months.map(month => ({
        label: monthName.format(Date.parse(`${month}-01`)),
        onSelect: () => window.location.assign(`/api/usage/bill?month=${month}`),
      }))}
    />
  )
}

/** The active filters, each with a button that removes it. */
function UsageFilters({
  searchParams,
  go,
  names,
}: {
  searchParams: UsageSearchParams
  go: ChangeUsageSearchParams
  names: UsageAnswer['filters']
}) {
  const set = usageFields.filter(field => searchParams.filter[field] !== undefined)
  if (set.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {set.map(field => {
        const { [field]: value, ...filter } = searchParams.filter
        const name = names.find(each => each.field === field)?.name ?? value
        return (
          <li key={field} className="min-w-0">
            <Button
              className="max-w-full"
              aria-label={`Remove the filter ${dimensionLabels[field]}: ${name}`}
              onClick={() => go({ filter })}
            >
              <span className="text-muted">{dimensionLabels[field]}</span>
              <span className="truncate">{name}</span>
              <X size={16} aria-hidden />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const periods = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'custom', label: 'Custom' },
] as const satisfies readonly { value: UsageSearchParams['period']; label: string }[]
const scopes = [
  { value: 'mine', label: 'My usage' },
  { value: 'team', label: 'Team' },
] as const

/** Scope, period and grouping, as far as the role allows. */
function UsageControls({
  searchParams,
  go,
  account: { role, signedIn },
}: {
  searchParams: UsageSearchParams
  go: ChangeUsageSearchParams
  account: PageAccount
}) {
  const seesAll = role === 'admin' || role === 'owner'
  const scope = searchParams.scope ?? (role === 'member' ? 'mine' : 'team')
  const isApart = seesAll || scope === 'mine'
  const dimensions = usageDimensions.filter(
    each => each !== 'member' || each === searchParams.by || (scope === 'team' && signedIn),
  )
  const setScope = (chosen: 'mine' | 'team') => {
    // Members who cannot see others individually get the team total without groups.
    const narrowed = chosen === 'team' && !seesAll ? { by: 'time' as const, filter: {}, sort: null } : {}
    const { member: _member, ...filter } = searchParams.filter
    const by = searchParams.by === 'member' ? 'time' : searchParams.by
    go({ scope: chosen, filter, by, ...narrowed })
  }
  // The sort order does not carry over to another grouping.
  const setBy = (by: UsageDimension) => go({ by, sort: null, down: true })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {role !== 'viewer' && signedIn && (
        <Segmented label="Scope" choices={scopes} value={scope} onChange={setScope} />
      )}
      <Segmented
        label="Period"
        choices={periods}
        value={searchParams.period}
        onChange={period => go(period === 'custom' ? toCustomPeriod(searchParams, Date.now()) : { period })}
      />
      {searchParams.period === 'custom' && (
        <>
          <DateField
            label="From"
            value={searchParams.from}
            onChange={from => go({ from })}
            className="w-36"
          />
          <DateField label="To" value={searchParams.to} onChange={to => go({ to })} className="w-36" />
        </>
      )}
      {isApart && (
        <div className="flex items-center gap-2">
          <span aria-hidden className="text-muted">
            Group by
          </span>
          <Select
            label="Group by"
            choices={dimensions.map(value => ({ value, label: dimensionLabels[value] }))}
            value={searchParams.by}
            onChange={value => setBy(usageDimensions.find(each => each === value) ?? 'time')}
            className="w-32"
          />
        </div>
      )}
    </div>
  )
}

const UsageChart = lazy(() => import('./usage-chart.tsx').then(module => ({ default: module.UsageChart })))

const measures = usageMeasures.map(value => ({ value, label: measureLabels[value] }))

/** One measure over time, as a chart and as a table with the same data. */
function UsageCourse({
  usage: { course, by, measure, unit, zone, zone_shift_minutes: shift },
  searchParams,
  go,
}: {
  usage: UsageAnswer
  searchParams: UsageSearchParams
  go: ChangeUsageSearchParams
}) {
  const names = course.names.map(name => name ?? (by === 'time' ? measureLabels[measure] : 'All others'))
  const title = `${measureLabels[measure]} by ${unit}${by === 'time' ? '' : ` and ${dimensionLabels[by].toLowerCase()}`}`
  return (
    <section aria-label="Over time" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Measure"
          choices={measures}
          value={searchParams.measure}
          onChange={chosen => go({ measure: chosen })}
        />
        <p className="text-xs text-muted">
          {unit === 'day' ? 'Days' : 'Hours'} in {zone}
          {shift > 0 && `, starting ${shift} minutes past the hour`}
        </p>
      </div>
      <figure aria-label={title} className="h-56">
        {names.length === 0 ? (
          <p className="py-2 text-muted">No {measureLabels[measure].toLowerCase()} to show.</p>
        ) : (
          <Suspense>
            <UsageChart
              points={course.points}
              names={names}
              others={by !== 'time' && course.names.at(-1) === null}
              measure={measure}
            />
          </Suspense>
        )}
      </figure>
      {by !== 'time' && names.length > 0 && (
        <details>
          <Summary className="text-muted">Show as table</Summary>
          <div className="scroll mt-2 max-h-80" tabIndex={0} role="region" aria-label={title}>
            <Table
              caption={title}
              rows={course.points}
              rowKey={point => point.label}
              empty="No data."
              columns={[
                {
                  id: 'at',
                  label: unit === 'day' ? 'Day' : 'Hour',
                  wide: true,
                  cell: point => toShortLabel(point.label),
                },
                ...names.map((name, at) => ({
                  id: `${at}`,
                  label: name,
                  align: 'right' as const,
                  cell: (point: (typeof course.points)[number]) =>
                    formatMeasure(point.values[at] ?? 0, measure),
                })),
              ]}
            />
          </div>
        </details>
      )}
    </section>
  )
}

/** Totals of the period. */
function UsageFigures({
  usage: { totals, budgets, keys_near_budget },
  searchParams,
  linked,
}: {
  usage: UsageAnswer
  searchParams: UsageSearchParams
  /** Whether this member can open the request log. */
  linked: boolean
}) {
  const errors = totals.refused + totals.failed
  return (
    <section aria-label="Totals" className="flex flex-col gap-4">
      <BudgetBanner budgets={budgets} keys_near_budget={keys_near_budget} />
      <dl className="grid grid-cols-2 lg:grid-cols-4 gap-px overflow-hidden rounded-md border border-line bg-line">
        <Figure
          label="Requests"
          note={totals.abandoned > 0 ? `${formatCount(totals.abandoned)} canceled by client` : null}
        >
          {linked ? (
            <Link
              href={toLogAddress(searchParams) as Route}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              {formatCount(totals.requests)}
            </Link>
          ) : (
            formatCount(totals.requests)
          )}
        </Figure>
        <Figure label="Errors" note={toErrorNote(totals)}>
          {linked && errors > 0 ? (
            <Link
              href={toLogAddress(searchParams, { outcome: 'failed' }) as Route}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              {formatCount(errors)}
            </Link>
          ) : (
            formatCount(errors)
          )}
        </Figure>
        <Figure label="Tokens in" note={toTokenNote(totals)}>
          {formatCount(totals.prompt_tokens)}
        </Figure>
        <Figure label="Cost" note={toCostNote(totals)} warns={totals.unpriced > 0}>
          {formatCost(totals.cost_usd, false)}
        </Figure>
      </dl>
      <UsageBudgets budgets={budgets} />
    </section>
  )
}

function Figure({
  label,
  note,
  warns = false,
  children,
}: {
  label: string
  note: string | null
  warns?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex flex-col bg-canvas px-3 py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-base font-semibold">{children}</dd>
      <dd className={classNames('min-h-4 text-xs', warns ? 'text-warn' : 'text-muted')}>{note}</dd>
    </div>
  )
}

function toTokenNote({
  prompt_tokens: read,
  completion_tokens: written,
  cache_read_tokens: cached,
}: UsageSums) {
  const out = `${formatCount(written)} out`
  return cached === 0 ? out : `${out} · ${formatShare(cached / read)} of input cached`
}

function toCostNote({ cost_usd: usd, unpriced }: UsageSums): string {
  if (unpriced > 0) return `excludes ${formatCountOf(unpriced, 'request')} without a price`
  return usd === null ? 'No priced usage' : 'priced models only'
}

function toErrorNote({ requests, refused, failed }: UsageSums): string | null {
  if (refused + failed === 0) return null
  return `${formatShare((refused + failed) / requests)} · ${formatCount(refused)} rejected, ${formatCount(failed)} failed`
}

/** Spend of each budget in its own period, independent of the page's period. */
function UsageBudgets({ budgets }: { budgets: UsageAnswer['budgets'] }) {
  if (budgets.length === 0) return null
  return (
    <ul aria-label="Budgets" className="flex flex-col gap-2">
      {budgets.map(budget => (
        <li key={budget.name} className="flex flex-col gap-0.5">
          <p className="font-medium">{budget.name}</p>
          <BudgetUsed budget={budget} of={budget.name} />
        </li>
      ))}
    </ul>
  )
}
