import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatCost, formatCount, formatMs, formatShare } from '#lib/client/format.ts'
import { toLogAddress } from '#lib/client/usage/log-address.ts'
import type { UsagePlace } from '#lib/client/usage/usage-place.ts'
import type { UsageAnswer, UsageSums } from '#lib/contracts/team/usage.ts'
import { UsageBudgets } from './usage-budgets.tsx'

/** The period in figures. */
export function UsageFigures({
  usage: { totals, budgets },
  place,
  linked,
}: {
  usage: UsageAnswer
  place: UsagePlace
  /** Whether there is a request log for this member. */
  linked: boolean
}) {
  const errors = totals.refused + totals.failed
  return (
    <section aria-label="In total" className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 md:grid-cols-3 lg:grid-cols-6 gap-px overflow-hidden rounded-md border border-line bg-line">
        <Figure
          label="Requests"
          note={totals.abandoned > 0 ? `${formatCount(totals.abandoned)} ended by the client` : null}
        >
          {linked ? (
            <Link
              href={toLogAddress(place) as Route}
              className="text-accent underline-offset-2 hover:underline"
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
              href={toLogAddress(place, { outcome: 'failed' }) as Route}
              className="text-accent underline-offset-2 hover:underline"
            >
              {formatCount(errors)}
            </Link>
          ) : (
            formatCount(errors)
          )}
        </Figure>
        <Figure label="Tokens in" note={`${formatCount(totals.completion_tokens)} out`}>
          {formatCount(totals.prompt_tokens)}
        </Figure>
        <Figure
          label="Cost"
          note={totals.cost_usd === null ? 'no priced model was used' : 'of models with a price'}
        >
          {formatCost(totals.cost_usd, false)}
        </Figure>
        <Figure label="Time to the end, p50" note={toTimeNote(totals.total_ms)}>
          {formatMs(totals.total_ms?.p50 ?? null)}
        </Figure>
        <Figure label="Time to first event, p50" note={toTimeNote(totals.first_ms)}>
          {formatMs(totals.first_ms?.p50 ?? null)}
        </Figure>
      </dl>
      <UsageBudgets budgets={budgets} />
    </section>
  )
}

function Figure({ label, note, children }: { label: string; note: string | null; children: ReactNode }) {
  return (
    <div className="flex flex-col bg-panel px-3 py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-base font-semibold">{children}</dd>
      <dd className="min-h-4 text-xs text-muted">{note}</dd>
    </div>
  )
}

function toErrorNote({ requests, refused, failed }: UsageSums): string | null {
  if (refused + failed === 0) return null
  return `${formatShare((refused + failed) / requests)} · ${formatCount(refused)} refused, ${formatCount(failed)} failed`
}

function toTimeNote(times: UsageSums['total_ms']): string | null {
  return times && `p95 ${formatMs(times.p95)} · p99 ${formatMs(times.p99)}`
}
