'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useEffect, useState } from 'react'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { formatAgo, formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import type { OpenRequest } from '#lib/contracts/console/open-requests.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import type { RefusedList } from '#lib/contracts/console/refused-requests.ts'
import { type AdviceFacts, adviseOn } from './model/advice.ts'
import { type KeyPoll, pollKey } from './model/poll-key.ts'
import { listRefusedRequests } from './model/refused-requests.ts'
import type { ConnectKey } from './key-step.tsx'

const pollMs = 1_000
const patienceMs = 10 * 60_000
/** After it, the page asks less often. */
const laterPollMs = 5_000
const shownMax = 3

/** Waits for a request of the key, and shows those of the reader's network that belong to no key. */
export function FirstRequest({
  apiKey,
  facts,
  isReceived,
  onReceived,
}: {
  apiKey: ConnectKey | null
  facts: AdviceFacts
  isReceived: boolean
  onReceived: () => void
}) {
  const { requests, skewMs } = useRefused(!isReceived)
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div role="status">
        {apiKey === null ? (
          <Notice
            title="No key yet"
            text="Create or choose a key above. This page then waits for its first request."
          />
        ) : (
          <OfKey key={apiKey.id} apiKey={apiKey} facts={facts} skewMs={skewMs} onReceived={onReceived} />
        )}
      </div>
      {!isReceived && <Refused requests={requests} facts={facts} />}
    </div>
  )
}

/** Waits until the request log has a request of the key that it did not have before. */
function OfKey({
  apiKey,
  facts,
  skewMs,
  onReceived,
}: {
  apiKey: ConnectKey
  facts: AdviceFacts
  skewMs: number
  onReceived: () => void
}) {
  const { row, open, problem, isLate } = useFirstRequest(apiKey)
  const isReceived = row !== null && !isFailed(row)
  useEffect(() => {
    if (isReceived) onReceived()
  }, [isReceived, onReceived])
  if (open !== null) return <Arrived open={open} skewMs={skewMs} />
  if (row !== null) return <Received row={row} facts={facts} skewMs={skewMs} />
  return (
    <Notice
      icon={<LoaderCircle size={20} aria-hidden className="animate-spin text-accent-text" />}
      title={isLate ? 'Still waiting for the first request…' : 'Waiting for the first request…'}
      text={waitingText(apiKey, problem, isLate)}
    />
  )
}

function waitingText({ name }: ConnectKey, problem: Error | null, isLate: boolean): string {
  if (problem !== null) return `Could not read the request log. ${problem.message}`
  return isLate
    ? 'Check that the client runs in the shell that has the key, that it uses the address of step 1, and that no firewall blocks it.'
    : `This page updates when a request with the key ${name} arrives.`
}

function useFirstRequest({ id, token }: ConnectKey) {
  const [since] = useState(() => Date.now())
  const before = useQuery({
    queryKey: ['requests', 'before', id],
    // A key that was just created has no earlier requests.
    queryFn: async () => ({ newest: token === null ? ((await pollKey(id, null)).rows[0] ?? null) : null }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const known = before.data
  const recent = useQuery({
    queryKey: ['requests', 'first', id],
    queryFn:
      known === undefined
        ? skipToken
        : ({ client, queryKey }) => pollKey(id, client.getQueryData<KeyPoll>(queryKey) ?? null),
    // A client that is set right after a failure calls again.
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      if (newOf(data?.rows, known?.newest)?.some(row => !isFailed(row))) return false
      return dataUpdatedAt - since > patienceMs ? laterPollMs : pollMs
    },
    gcTime: 0,
  })
  const rows = newOf(recent.data?.rows, known?.newest) ?? []
  const row = rows.find(each => !isFailed(each)) ?? rows[0] ?? null
  const open = recent.data?.open ?? null
  return {
    row,
    open: open !== null && isAwaited(open, row) ? open : null,
    problem: before.error ?? recent.error,
    isLate: recent.dataUpdatedAt - since > patienceMs,
  }
}

/** Whether its end is news: another request has not succeeded, or failed before it. */
function isAwaited(open: OpenRequest, row: LoggedRequest | null): boolean {
  return row === null || (isFailed(row) && row.started_at < open.started_at)
}

function newOf(rows: readonly LoggedRequest[] | undefined, before: LoggedRequest | null | undefined) {
  const known = rows?.findIndex(({ id }) => id === before?.id) ?? -1
  return known === -1 ? rows : rows?.slice(0, known)
}

function isFailed({ status }: LoggedRequest): boolean {
  return status >= 400
}

/** Refused requests since the page opened, and how far the server's clock is ahead of the browser's. */
function useRefused(isWaiting: boolean): { requests: RefusedList['requests']; skewMs: number } {
  const opened = useQuery({
    queryKey: ['refused', 'opened'],
    queryFn: async () => {
      const { now } = await listRefusedRequests(null)
      return { now, skewMs: now - Date.now() }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  const since = opened.data?.now
  const list = useQuery({
    queryKey: ['refused', since],
    queryFn: since === undefined ? skipToken : () => listRefusedRequests(since),
    refetchInterval: isWaiting ? 2 * pollMs : false,
    gcTime: 0,
  })
  return { requests: list.data?.requests ?? [], skewMs: opened.data?.skewMs ?? 0 }
}

function Arrived({ open, skewMs }: { open: OpenRequest; skewMs: number }) {
  return (
    <Notice
      icon={<LoaderCircle size={20} aria-hidden className="animate-spin text-accent-text" />}
      title={
        <>
          A request arrived <Ago at={open.started_at - skewMs} /> and is being answered
        </>
      }
      text={[open.model, 'This page updates when the answer ends.'].filter(Boolean).join(' · ')}
    />
  )
}

function Received({ row, facts, skewMs }: { row: LoggedRequest; facts: AdviceFacts; skewMs: number }) {
  const failed = isFailed(row)
  const details = [
    row.answered_by ?? row.model ?? row.route,
    failed ? `${row.status} ${row.error_code ?? ''}`.trim() : row.status,
    row.first_ms === null ? formatMs(row.total_ms) : `${formatMs(row.first_ms)} to first token`,
    row.completion_tokens > 0 &&
      `${formatCount(row.prompt_tokens)} tokens in, ${formatCount(row.completion_tokens)} out`,
    row.cost_usd > 0 && formatCost(row.cost_usd, row.usage_estimated),
  ]
  const failure = { code: row.error_code, path: null, client: null, model: row.model }
  return (
    <Notice
      tone={failed ? 'bad' : 'ok'}
      icon={
        failed ? (
          <CircleAlert size={20} aria-hidden className="text-bad" />
        ) : (
          <CircleCheck size={20} aria-hidden className="text-ok" />
        )
      }
      title={failed ? 'First request failed' : 'First request received'}
      aside={<Ago at={row.started_at + row.total_ms - skewMs} />}
      text={details.filter(Boolean).join(' · ')}
      advice={failed ? adviseOn(failure, facts) : undefined}
      action={
        <ButtonLink href={`/team/requests?id=${encodeURIComponent(row.id)}` as Route} size="small">
          View request
        </ButtonLink>
      }
    />
  )
}

/** `0.4 s ago` or `12 s ago`, by the browser's clock. Hidden from screen readers, which would announce every tick. */
function Ago({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pollMs)
    return () => clearInterval(timer)
  }, [])
  const ageMs = Math.max(0, now - at)
  return <span aria-hidden>{ageMs < 60_000 ? `${toSeconds(ageMs)} s ago` : formatAgo(at, now)}</span>
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0)
}

/** Requests from the reader's network that belong to no key: the client chose all of their texts. */
function Refused({ requests, facts }: { requests: RefusedList['requests']; facts: AdviceFacts }) {
  // The newest of each: SDKs repeat their requests.
  const distinct = new Map(
    requests.toReversed().map(each => [`${each.path} ${each.code} ${each.client}`, each]),
  )
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {[...distinct]
        .toReversed()
        .slice(0, shownMax)
        .map(([key, request]) => (
          <Notice
            key={key}
            tone="bad"
            icon={<CircleAlert size={20} aria-hidden className="text-bad" />}
            title="Refused a request from your network"
            text={`${request.method} ${request.path} · ${request.status} ${request.code} · ${request.client ?? 'unknown client'}`}
            advice={adviseOn({ ...request, model: null }, facts)}
          />
        ))}
    </div>
  )
}

const tones = {
  plain: 'border-line bg-card',
  ok: 'border-ok-dot bg-ok-soft',
  bad: 'border-bad-dot bg-bad-soft',
} as const

function Notice({
  tone = 'plain',
  icon,
  title,
  aside,
  text,
  advice,
  action,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  title: ReactNode
  aside?: ReactNode
  text: string
  advice?: string | undefined
  action?: ReactNode
}) {
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3 ${tones[tone]}`}>
      {icon}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {title} {aside}
        </p>
        <p className="text-xs wrap-anywhere text-soft">{text}</p>
        {advice && <p className="mt-1">{advice}</p>}
      </div>
      {action}
    </div>
  )
}
