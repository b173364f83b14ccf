'use client'

import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import type { ReactNode } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { BudgetBanner } from '#components/console-kit/budget/budget-banner.tsx'
import { formatBudget, toAmount } from '#components/console-kit/budget/format-budget.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { toDay } from '#lib/client/day.ts'
import { formatCost, formatCount, formatMs, formatShare } from '#lib/client/format.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'
import {
  describeChange,
  describeFailures,
  findTightestBudget,
  type FirstTokenTimes,
  type TodayFigures,
  toFirstTokenTimes,
  toTodayFigures,
  toTodayQuery,
} from './model/today.ts'
import { Bars, Spark } from './spark.tsx'
import { useUsage } from './use-usage.ts'

/** Requests, spend, errors and time to first token of today: the team's for admins and viewers, else one's own. */
export function TodayCards({ now }: { now: number | null }) {
  const { role } = useAccount()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const today = useUsage(now === null ? null : toTodayQuery(now, zone))
  const yesterday = useUsage(now === null ? null : toTodayQuery(now, zone, { daysBack: 1 }))
  // Viewers see totals only.
  const chat = useUsage(
    now === null || role === 'viewer' ? null : toTodayQuery(now, zone, { capability: 'chat' }),
  )
  const figures = today.data ? toTodayFigures(today.data, yesterday.data) : null
  const byProvider = useUsage(
    now === null || role === 'viewer' || !figures?.failed
      ? null
      : toTodayQuery(now, zone, { by: 'provider' }),
  )
  const chatUsage = chat.data ?? today.data
  const day = now === null ? '' : toDay(now)
  return (
    <section aria-label="Today" className="flex flex-col gap-2">
      {today.data && <BudgetBanner {...today.data} />}
      {today.error && <Problem text={`Could not load today's usage. ${today.error.message}`} />}
      <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4 max-sm:gap-2">
        <RequestsCard figures={figures} href={role === 'viewer' ? null : toLog(day)} />
        <SpendCard figures={figures} budgets={today.data?.budgets ?? []} />
        <ErrorsCard
          figures={figures}
          note={byProvider.data ? describeFailures(byProvider.data) : null}
          href={role === 'viewer' ? null : toLog(day, 'failed')}
        />
        <FirstTokenCard times={chatUsage ? toFirstTokenTimes(chatUsage) : null} />
      </dl>
      {today.data?.scope === 'mine' && <p className="text-xs text-muted">Your own requests.</p>}
    </section>
  )
}

function toLog(day: string, outcome?: 'failed'): string {
  return `/team/requests?from=${day}&to=${day}${outcome === undefined ? '' : `&outcome=${outcome}`}`
}

function RequestsCard({ figures, href }: { figures: TodayFigures | null; href: string | null }) {
  return (
    <Figure
      label="Requests today"
      value={figures && <LogLink href={href}>{formatCount(figures.requests)}</LogLink>}
      note={
        figures && (describeChange(figures.change) ?? toEmptyNote(figures, 'None yesterday by this hour'))
      }
    >
      <Spark values={figures?.hours.requests ?? []} />
    </Figure>
  )
}

function SpendCard({ figures, budgets }: { figures: TodayFigures | null; budgets: UsageAnswer['budgets'] }) {
  const budget = findTightestBudget(budgets)
  const left = budget && Math.max(0, budget.limit_usd - budget.spent_usd)
  const ofBudget =
    budget === null || left === null ? null : `${toAmount(left)} left of ${formatBudget(budget)}`
  const unpriced = figures?.costUsd === null ? 'No priced usage' : 'Priced models only'
  return (
    <Figure
      label="Spend today"
      value={figures && formatCost(figures.costUsd ?? 0, false)}
      note={figures && (ofBudget ?? toEmptyNote(figures, unpriced))}
    >
      <Spark values={figures?.hours.costUsd ?? []} />
    </Figure>
  )
}

function ErrorsCard({
  figures,
  note,
  href,
}: {
  figures: TodayFigures | null
  /** Where most of them come from; null: not known. */
  note: string | null
  href: string | null
}) {
  if (figures === null || figures.failed === 0) {
    return (
      <Figure
        label="Errors today"
        value={figures && '0'}
        note={figures && toEmptyNote(figures, 'No failed requests')}
      >
        <Bars values={figures?.hours.failed ?? []} />
      </Figure>
    )
  }
  const { failed, rejected, requests, hours } = figures
  return (
    <Figure
      label="Errors today"
      value={
        <>
          <LogLink href={href}>{formatCount(failed)}</LogLink>{' '}
          <small className="text-sm font-medium text-muted">{formatShare(failed / requests)}</small>
        </>
      }
      note={
        <span className="text-bad">
          {note ?? `${formatCount(rejected)} rejected, ${formatCount(failed - rejected)} failed`}
        </span>
      }
    >
      <Bars values={hours.failed} />
    </Figure>
  )
}

function FirstTokenCard({ times }: { times: FirstTokenTimes | null }) {
  return (
    <Figure
      label="Time to first token, p50"
      value={times && formatMs(times.p50)}
      note={times ? `p95 ${formatMs(times.p95)} · chat only` : 'No chat answers yet'}
    >
      <Spark values={times?.hours ?? []} />
    </Figure>
  )
}

function toEmptyNote({ requests }: TodayFigures, note: string): string {
  return requests === 0 ? 'No requests yet' : note
}

/** A figure with its note and its chart; a dash until it is known. */
function Figure({
  label,
  value,
  note,
  children,
}: {
  label: string
  value: ReactNode
  note: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-line bg-card pt-3.5">
      <dt className="px-4 text-xs font-medium text-soft max-sm:px-3">{label}</dt>
      <dd className="px-4 py-0.5 text-xl font-semibold tracking-tight tabular-nums max-sm:px-3">
        {value ?? <span className="text-muted">–</span>}
      </dd>
      <dd className="mb-2.5 min-h-4 flex-1 px-4 text-xs text-muted max-sm:px-3">{note}</dd>
      <dd aria-hidden>{children}</dd>
    </div>
  )
}

function LogLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  return (
    <Link href={href as Route} className="underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}
