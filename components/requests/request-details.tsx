'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { nameCapability } from '#components/console-kit/capability-labels.ts'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { formatCount, formatCountOf, formatMs, formatShare } from '#lib/client/format.ts'
import { capabilities, toCapability } from '#lib/contracts/api/capabilities.ts'
import type { RequestBodies, RequestDetail } from '#lib/contracts/console/requests.ts'
import { readRequestBodies } from './model/ask-requests.ts'
import { describeAttempts, describeCost } from './model/request-facts.ts'
import { formatUnits } from './model/format-units.ts'
import { RequestHttp } from './request-http.tsx'
import { RequestTiming } from './request-timing.tsx'
import type { RequestAddress } from './use-request-address.ts'

/** Summary, timing, both HTTP sides and the remaining fields of a request. */
export function RequestDetails({ row, address }: { row: RequestDetail; address: RequestAddress }) {
  // Reading the bodies of another member is audited, so it takes a click.
  const [wanted, setWanted] = useState(row.yours)
  const bodies = useQuery({
    queryKey: ['request-bodies', row.id],
    queryFn: () => readRequestBodies(row.id),
    enabled: row.bodies_kept && wanted,
    // Bodies are written shortly after the row.
    refetchInterval: ({ state }) => (state.data === null && state.dataUpdateCount < 5 ? 500 : false),
  })
  return (
    <>
      <div className="scroll min-h-0 flex-1">
        <RequestSummary row={row} />
        <RequestTiming row={row} exchanges={bodies.data?.http?.exchanges ?? []} />
        {!row.bodies_kept && <NotLogged />}
        {row.bodies_kept && !wanted && <ShowBodies row={row} onShow={() => setWanted(true)} />}
        {row.bodies_kept && wanted && <LoggedHttp id={row.id} bodies={bodies} />}
        <RequestFields row={row} address={address} />
      </div>
      <ReplayFooter row={row} />
    </>
  )
}

function LoggedHttp({ id, bodies }: { id: string; bodies: UseQueryResult<RequestBodies | null> }) {
  if (bodies.data === undefined)
    return (
      <HttpNote>
        <ListState query={bodies}>{() => null}</ListState>
      </HttpNote>
    )
  return bodies.data === null ? <Expired /> : <RequestHttp id={id} logged={bodies.data} />
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

function RequestSummary({ row }: { row: RequestDetail }) {
  const tokens = row.prompt_tokens + row.completion_tokens
  const cached = row.cache_read_tokens + row.cache_write_tokens
  const last = row.attempt_list?.findLast(({ skipped }) => skipped !== true) ?? row.attempt_list?.[0]
  const failure = last?.error?.message ?? null
  const facts: readonly (readonly [string, string])[] = [
    ['TTFT', formatMs(row.first_ms)],
    ['Duration', formatMs(row.total_ms)],
    [
      'Tokens',
      tokens === 0
        ? '–'
        : `${row.usage_estimated ? '≈ ' : ''}${formatCount(row.prompt_tokens)} → ${formatCount(row.completion_tokens)}`,
    ],
    ...(cached > 0 ? [['Cache hits', formatShare(row.cache_read_tokens / row.prompt_tokens)] as const] : []),
    ['Cost', describeCost(row)],
    ['Key', row.key_name ?? row.key_id],
  ]
  return (
    <section aria-label="Summary" className="border-b border-line px-5 py-3.5 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Tag tone={toneOf(row.status)}>{row.status}</Tag>
        {describeAttempts(row).map(text => (
          <Tag key={text} tone="bg-warn-soft text-warn">
            {text}
          </Tag>
        ))}
        <b className="font-medium">
          {nameCapability(row)}
          {row.stream ? ', streamed' : ''}
        </b>
        <span className="min-w-0 font-mono text-xs break-all">
          <ModelNames row={row} />
        </span>
        <span className="ml-auto text-xs text-muted max-sm:ml-0 max-sm:w-full">
          {time.format(row.started_at)}
        </span>
      </div>
      {row.error_code !== null && (
        <p className="mt-2 text-sm break-words">
          <code className="text-bad">{row.error_code}</code>
          {failure !== null && (
            <span className="text-soft">
              {' '}
              <InlineCode text={failure} />
            </span>
          )}
        </p>
      )}
      {row.cache_broken && <BrokenCache row={row} />}
      <dl className="mt-3.5 grid grid-cols-5 gap-x-4 gap-y-2.5 max-sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-sm font-medium break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const sourceLabels: Readonly<Record<string, string>> = {
  reported: 'Reported by the provider',
  operator: 'Price set by an admin',
  catalog: 'Price catalog',
  free: 'Free model',
  unpriced: 'No price: the cost is not counted',
  mixed: 'Several models',
}

function labelOf({ cost_source: source, price_ref: ref, cost_usd: usd }: RequestDetail): string | null {
  if (source === 'unpriced' && usd > 0) {
    return ref === 'estimate' ? 'No price: an estimate' : 'Partly without a price: that part is not counted'
  }
  return sourceLabels[source ?? ''] ?? source
}

function CostSource({ row }: { row: RequestDetail }) {
  const { cost_source: source, price_ref: ref } = row
  return (
    <>
      <span className={source === 'unpriced' ? 'text-warn' : undefined}>{labelOf(row)}</span>
      {ref !== null && ref !== 'reported' && <code className="ml-2 text-xs text-muted">{ref}</code>}
    </>
  )
}

function BrokenCache({ row }: { row: RequestDetail }) {
  return (
    <div className="mt-2 flex flex-col items-start gap-1 text-sm">
      <Tag tone="bg-bad-soft text-bad">Cache broken by translation</Tag>
      <p className="text-soft">
        The client sent cache hints, and this model had answered the session at least twice in the five
        minutes before. But {row.provider ?? 'the provider'} read no tokens from its cache after the request
        was translated from {nameFormat(row.api_format)} to {nameFormat(row.upstream_api_format)}, and
        processed all {formatCount(row.prompt_tokens)} prompt tokens again. Use a provider with the API format
        of the client.
      </p>
    </div>
  )
}

function Tag({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className={classNames('rounded-sm px-1.5 py-0.5 text-xs font-medium tabular-nums', tone)}>
      {children}
    </span>
  )
}

function toneOf(status: number): string {
  if (status < 400) return 'bg-ok-soft text-ok'
  return status < 500 ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad'
}

function ModelNames({ row: { model, answered_by: answeredBy } }: { row: RequestDetail }) {
  if (answeredBy === null || model === null || model === answeredBy) return answeredBy ?? model ?? '–'
  return (
    <>
      <span className="text-muted">{model} → </span>
      {answeredBy}
    </>
  )
}

function NotLogged() {
  return (
    <HttpNote>
      <p>The bodies of this request were not logged. To log bodies and both HTTP sides:</p>
      <ul className="list-disc pl-5">
        <li>
          for API requests, turn on “Log bodies” for their key under{' '}
          <Link href="/team/keys" className="text-accent-text underline">
            API keys
          </Link>
          ;
        </li>
        <li>for playgrounds, an admin can turn on “Playground bodies” in Settings.</li>
      </ul>
      <p>Replay still works for playground runs in this browser’s history.</p>
    </HttpNote>
  )
}

function ShowBodies({ row, onShow }: { row: RequestDetail; onShow: () => void }) {
  return (
    <HttpNote>
      <p>
        This is a request of {row.member ?? 'another caller'}. Reading its bodies is recorded in the audit
        log.
      </p>
      <Button className="self-start" onClick={onShow}>
        Show HTTP
      </Button>
    </HttpNote>
  )
}

function Expired() {
  return (
    <HttpNote>
      <p>
        The bodies of this request are not available. They expire before the row (see Settings → Retention),
        or the server stopped before writing them.
      </p>
    </HttpNote>
  )
}

function HttpNote({ children }: { children: ReactNode }) {
  return (
    <section aria-label="HTTP" className="flex flex-col gap-2 px-5 py-3.5 text-sm text-muted max-sm:px-3">
      <h3 className="font-semibold text-text">HTTP</h3>
      {children}
    </section>
  )
}

/** The fields that the summary does not show. */
function RequestFields({
  row,
  address: { filter, setFilter },
}: {
  row: RequestDetail
  address: RequestAddress
}) {
  const units = formatUnits(row.units)
  const ocr = row.ocr_pages > 0 ? `, ${formatCount(row.ocr_pages)} by OCR` : ''
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Provider', row.provider ?? '–'],
    ...(row.deployment === null
      ? []
      : [['Deployment', <code key="deployment">{row.deployment}</code>] as const]),
    ...(isPlainChat(row) ? [] : [['API format', formatPath(row)] as const]),
    ...(row.ignored === null ? [] : [['Ignored', <code key="ignored">{row.ignored}</code>] as const]),
    ...(row.cut_at_tokens === null
      ? []
      : [
          [
            'Answer',
            `Ended at ${formatCount(row.cut_at_tokens)} tokens, the limit set by the budget`,
          ] as const,
        ]),
    ...toCacheFacts(row),
    ...(units === null ? [] : [['Units', units] as const]),
    ...(row.cost_source === null ? [] : [['Cost source', <CostSource key="cost" row={row} />] as const]),
    ...(row.usage_mismatch
      ? [['Usage', 'Reported parts exceed the total; the larger figure is charged'] as const]
      : []),
    [
      'Key',
      <>
        {row.key_name ?? row.key_id}
        {filter.key !== row.key_id && (
          <Button
            variant="link"
            className="ml-2 text-xs"
            onClick={() => setFilter({ ...filter, key: row.key_id })}
          >
            Filter by key
          </Button>
        )}
      </>,
    ],
    ['Member', row.member ?? '–'],
    ['Attempts', row.attempts || '–'],
    ...(row.document_pages > 0 ? [['Pages', `${formatCount(row.document_pages)}${ocr}`] as const] : []),
    ...(row.audio_ms > 0 ? [['Audio', formatMs(row.audio_ms)] as const] : []),
    ...(row.session === null
      ? []
      : [
          [
            'Session',
            <SessionFact key="session" session={row.session} filter={filter} setFilter={setFilter} />,
          ] as const,
        ]),
    ...(row.agent === null ? [] : [['Agent', row.agent] as const]),
    ['Client', [row.address, row.client].filter(Boolean).join(' · ') || '–'],
  ]
  return (
    <section aria-label="Details" className="border-t border-line px-5 py-3.5 text-sm max-sm:px-3">
      <h3 className="mb-1 font-semibold">Details</h3>
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SessionFact({
  session,
  filter,
  setFilter,
}: Pick<RequestAddress, 'filter' | 'setFilter'> & { session: string }) {
  return (
    <>
      <code>{session}</code>
      {filter.session !== session && (
        <Button variant="link" className="ml-2 text-xs" onClick={() => setFilter({ ...filter, session })}>
          Filter by session
        </Button>
      )}
    </>
  )
}

/** Whether its formats are those of nearly all requests, or it has none. */
function isPlainChat({ api_format: asked, upstream_api_format: sent }: RequestDetail): boolean {
  return asked === null || (asked === 'chat' && (sent === null || sent === 'chat'))
}

/** The API format of the client, and that of the provider where another one was needed. */
function formatPath({ api_format: asked, upstream_api_format: sent }: RequestDetail): string {
  const from = nameFormat(asked)
  if (sent === null) return from
  return asked === sent ? `${from}, forwarded` : `${from}, translated to ${nameFormat(sent)}`
}

const formatNames: Readonly<Record<string, string>> = {
  chat: 'Chat completions',
  messages: 'Messages',
  responses: 'Responses',
}

function nameFormat(format: string | null): string {
  return formatNames[format ?? ''] ?? format ?? '–'
}

function toCacheFacts(row: RequestDetail): readonly (readonly [string, string])[] {
  const long = row.cache_write_long_tokens
  const facts: readonly (readonly [string, number, string])[] = [
    ['Cache reads', row.cache_read_tokens, ''],
    ['Cache writes', row.cache_write_tokens, long > 0 ? `, ${formatCount(long)} for one hour` : ''],
    ['Reasoning', row.reasoning_tokens, ''],
  ]
  return facts.flatMap(([name, tokens, more]) =>
    tokens === 0 ? [] : [[name, `${formatCountOf(tokens, 'token', 'tokens')}${more}`] as const],
  )
}

/** Opens the request in its playground without running it. */
function ReplayFooter({ row }: { row: RequestDetail }) {
  const router = useRouter()
  const id = toCapability(row)
  const capability = id === null ? null : capabilities[id]
  if (capability === null || capability.contract === null) return null
  const path = `${capability.path}?request=${encodeURIComponent(row.id)}` as Route
  return (
    <footer className="flex shrink-0 items-center gap-2 border-t border-line px-5 py-2.5 max-sm:px-3">
      <Button variant="go" onClick={() => router.push(path)}>
        <RotateCcw size={16} aria-hidden />
        Replay in {capability.label}
      </Button>
    </footer>
  )
}
