'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { listRequests } from '#components/requests/model/ask-requests.ts'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import type { ConnectKey } from './key-step.tsx'

const pollMs = 2_000

/** Waits until the request log has a request of the key that it did not have before. */
export function FirstRequest({ apiKey }: { apiKey: ConnectKey | null }) {
  const id = apiKey?.id ?? null
  const before = useQuery({
    queryKey: ['requests', 'before', id],
    // A key that was just created has no earlier requests.
    queryFn:
      id === null
        ? skipToken
        : async () => (apiKey?.token ? { newest: null } : { newest: await readNewest(id) }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const known = before.data
  const newest = useQuery({
    queryKey: ['requests', 'first', id],
    queryFn: id === null || known === undefined ? skipToken : () => readNewest(id),
    refetchInterval: ({ state: { data } }) => (isNew(data, known?.newest) ? false : pollMs),
    gcTime: 0,
  })
  const problem = before.error ?? newest.error
  const row = isNew(newest.data, known?.newest) ? newest.data : null
  return (
    <div role="status" className="mt-2">
      {apiKey === null && (
        <Notice
          title="No key yet"
          text="Create or choose a key above. This page then waits for its first request."
        />
      )}
      {apiKey !== null && row && <Received row={row} />}
      {apiKey !== null && !row && (
        <Notice
          icon={<LoaderCircle size={20} aria-hidden className="animate-spin text-accent-text" />}
          title="Waiting for the first request…"
          text={
            problem === null
              ? `This page updates when a request with the key ${apiKey.name} arrives.`
              : `Could not read the request log. ${problem.message}`
          }
        />
      )}
    </div>
  )
}

async function readNewest(keyId: string): Promise<LoggedRequest | null> {
  const list = await listRequests({ key: keyId, within: '1h' }, null, new AbortController().signal)
  return list.requests[0] ?? null
}

function isNew(
  row: LoggedRequest | null | undefined,
  before: LoggedRequest | null | undefined,
): row is LoggedRequest {
  return row !== null && row !== undefined && row.id !== before?.id
}

function Received({ row }: { row: LoggedRequest }) {
  const failed = row.status >= 400
  const facts = [
    row.answered_by ?? row.model ?? row.route,
    failed ? `${row.status} ${row.error_code ?? ''}`.trim() : row.status,
    row.first_ms === null ? formatMs(row.total_ms) : `${formatMs(row.first_ms)} to first token`,
    row.completion_tokens > 0 &&
      `${formatCount(row.prompt_tokens)} tokens in, ${formatCount(row.completion_tokens)} out`,
    row.cost_usd > 0 && formatCost(row.cost_usd, row.usage_estimated),
  ]
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
      text={facts.filter(Boolean).join(' · ')}
      action={
        <ButtonLink href={`/team/requests?id=${encodeURIComponent(row.id)}` as Route} size="small">
          View request
        </ButtonLink>
      }
    />
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
  text,
  action,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  title: string
  text: string
  action?: ReactNode
}) {
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3 ${tones[tone]}`}>
      {icon}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        <p className="text-xs wrap-anywhere text-soft">{text}</p>
      </div>
      {action}
    </div>
  )
}
