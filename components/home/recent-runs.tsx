'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useHistoryList } from '#components/playground/history/use-history-list.ts'
import { listRequests } from '#components/requests/model/ask-requests.ts'
import { playgrounds } from '#components/shell/navigation.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { Dot } from '#components/ui/data/dot.tsx'
import { formatAgo, formatMs } from '#lib/client/format.ts'
import { capabilities } from '#lib/contracts/api/capabilities.ts'
import { Card } from './card.tsx'
import { listRecentRuns, type RecentRun } from './model/recent-runs.ts'

const refreshMs = 60_000

/** Runs of this browser, and requests of other clients that this member may see. */
export function RecentRuns({ now }: { now: number | null }) {
  const { createsKeys } = useApi()
  const { history, summaries } = useHistoryList(undefined, '')
  const log = useQuery({
    queryKey: ['requests', 'recent'],
    queryFn: ({ signal }) => listRequests({ within: '7d' }, null, signal),
    enabled: createsKeys,
    refetchInterval: refreshMs,
  })
  const runs = listRecentRuns(summaries, log.data?.requests ?? [])
  const loading = history === null || (createsKeys && log.isPending)
  return (
    <Card
      title="Recent runs"
      note={
        createsKeys && (
          <Link
            href="/team/requests"
            className="inline-flex min-h-7 items-center text-xs font-medium text-accent-text underline-offset-2 hover:underline"
          >
            View all requests
          </Link>
        )
      }
    >
      {runs.length > 0 && (
        <ul className="divide-y divide-line">
          {runs.map(run => (
            <Run key={run.id} run={run} now={now} />
          ))}
        </ul>
      )}
      {runs.length === 0 && loading && <p className="h-40 px-4 py-3 text-muted">Loading…</p>}
      {runs.length === 0 && !loading && <NoRuns />}
    </Card>
  )
}

const states = {
  done: { label: 'Done', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'off' },
  running: { label: 'Running', tone: 'warn' },
} as const satisfies Record<RecentRun['state'], { label: string; tone: string }>

function Run({ run, now }: { run: RecentRun; now: number | null }) {
  const { capability, title, detail, href, state, totalMs, at } = run
  const { label, tone } = states[state]
  const icon = playgrounds.find(link => link.href === capabilities[capability].path)?.icon
  return (
    <li>
      <Link
        href={href as Route}
        className="grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-1.5 -outline-offset-2 hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_6rem_4rem_6rem]"
      >
        <span aria-hidden className="text-muted">
          {icon}
        </span>
        <span className="min-w-0">
          <span className="block truncate">{title}</span>
          <span className="block truncate text-xs text-muted">{detail}</span>
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Dot tone={tone} />
          <span className="max-sm:sr-only">{label}</span>
        </span>
        <span className="text-right text-soft tabular-nums max-sm:hidden">{formatMs(totalMs)}</span>
        <span className="text-right text-xs text-muted">{now !== null && formatAgo(at, now)}</span>
      </Link>
    </li>
  )
}

function NoRuns() {
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <p className="font-medium">No runs yet</p>
      <p className="text-soft">Runs from the playgrounds and your applications appear here.</p>
      <ButtonLink href="/chat" size="small" className="mt-2">
        Try an example
      </ButtonLink>
    </div>
  )
}
