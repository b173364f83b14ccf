'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useRef, useState, type ReactNode } from 'react'
import { copy } from '#components/playground/copy.ts'
import { isEditable } from '#components/shell/shortcut.ts'
import { ListState } from '#components/console-kit/list-state.tsx'
import { CloseButton } from '#components/ui/button/close-button.tsx'
import { Drawer } from '#components/ui/overlay/drawer.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { TabStrip } from '#components/ui/data/tab-strip.tsx'
import { readRequest, readRequestBodies } from './model/ask-requests.ts'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'
import type { RequestAddress } from './use-request-address.ts'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button/button.tsx'
import { capabilities, toCapability } from '#lib/contracts/api/capabilities.ts'
import type { RequestDetail, RequestBodies } from '#lib/contracts/console/requests.ts'
import { nameCapability } from '#components/console-kit/capability-labels.ts'
import Link from 'next/link'
import { HttpEvents } from '#components/playground/http/http-events.tsx'
import { readLoggedEvents } from './model/to-run.ts'
import { download } from '#components/playground/download.ts'
import { formatBytes, formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import { prettyJson } from '#lib/client/pretty-json.ts'
import { RequestStatus } from './request-status.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { readRequestPhases, type RequestPhase } from './model/read-phases.ts'

const tabs = [
  { value: 'summary', label: 'Summary' },
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
  { value: 'events', label: 'Events' },
] as const satisfies readonly { value: BodyTab | 'summary'; label: string }[]

// A row is written within half a second after the request ends.
const asksMax = 8
const askAgainMs = 250

/** Details of one request. A link can open before the row is written, so loading retries. */
export function RequestDrawer({
  id,
  address,
  previous,
  next,
  onClose,
}: {
  id: string
  address: RequestAddress
  /** Ids of the rows above and below, if the request is in the list. */
  previous: string | undefined
  next: string | undefined
  onClose: () => void
}) {
  const [tab, setTab] = useState<BodyTab | 'summary'>('summary')
  const heading = useRef<HTMLHeadingElement>(null)
  const request = useQuery({
    queryKey: ['request', id],
    queryFn: () => readRequest(id),
    retry: (count, error) => error instanceof ConsoleRefusal && error.code === 'not_found' && count < asksMax,
    retryDelay: askAgainMs,
  })
  const go = (to: string | undefined) => {
    if (to !== undefined) address.open(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditable(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'j') go(next)
    if (event.key === 'k') go(previous)
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Request"
      side="right"
      initialFocus={heading}
      className="w-[min(46rem,calc(100vw-16px))]"
    >
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown} role="presentation">
        <header className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate font-mono text-xs outline-none">
            {id}
          </h2>
          <IconButton label="Copy request ID" onClick={() => void copy(id, 'Request ID')}>
            <Copy size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Newer request"
            keys="k"
            disabled={previous === undefined}
            focusableWhenDisabled
            onClick={() => go(previous)}
          >
            <ChevronUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Older request"
            keys="j"
            disabled={next === undefined}
            focusableWhenDisabled
            onClick={() => go(next)}
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
          <CloseButton onClick={onClose} />
        </header>
        <div className="flex items-center border-b border-line pr-3 pl-2">
          <TabStrip label="Request details" choices={tabs} value={tab} onChange={setTab} />
          {request.data && <ReplayButton row={request.data} />}
        </div>
        <div className="scroll min-h-0 flex-1 p-4">
          <ListState query={request}>
            {row =>
              tab === 'summary' ? (
                <RequestSummary row={row} address={address} />
              ) : (
                <LoggedBodies row={row} tab={tab} />
              )
            }
          </ListState>
        </div>
      </div>
    </Drawer>
  )
}

/** Opens the request in its playground without running it. */
function ReplayButton({ row }: { row: RequestDetail }) {
  const router = useRouter()
  const id = toCapability(row)
  const capability = id === null ? null : capabilities[id]
  if (capability === null || capability.contract === null) return null
  return (
    <Button onClick={() => router.push(`${capability.path}?request=${encodeURIComponent(row.id)}` as Route)}>
      <RotateCcw size={16} aria-hidden />
      <span>
        Replay<span className="max-sm:sr-only"> in {capability.label}</span>
      </span>
    </Button>
  )
}

type BodyTab = 'request' | 'response' | 'events'

/** Request and response bodies, fetched only when opened, because each read of a member's bodies is audited. */
function LoggedBodies({ row, tab }: { row: RequestDetail; tab: BodyTab }) {
  const bodies = useQuery({
    queryKey: ['request-bodies', row.id],
    queryFn: () => readRequestBodies(row.id),
    enabled: row.bodies_kept,
    // Bodies are written shortly after the row.
    refetchInterval: ({ state }) => (state.data === null && state.dataUpdateCount < 5 ? 500 : false),
  })
  if (!row.bodies_kept) return <NotLogged row={row} />
  return (
    <ListState query={bodies}>
      {logged =>
        logged === null ? (
          <p className="text-muted">
            The bodies of this request are not available. They expire before the row (see Settings →
            Retention), or the server stopped before writing them.
          </p>
        ) : (
          <Shown logged={logged} tab={tab} id={row.id} />
        )
      }
    </ListState>
  )
}

function Shown({
  logged: { request, answer },
  tab,
  id,
}: {
  logged: RequestBodies
  tab: BodyTab
  id: string
}) {
  if (tab === 'request')
    return <RequestBody label="Request body" body={request} fileName={`${id}-request.json`} />
  if (tab === 'response') {
    if (answer.kind === 'body')
      return <RequestBody label="Response body" body={answer} fileName={`${id}-response.json`} />
    const text = readLoggedEvents(answer.text)
      .map(({ kind, data }) => (kind === 'comment' ? `: ${data}` : `data: ${data}`))
      .join('\n\n')
    return <RequestBody label="Response body" body={{ ...answer, text }} fileName={`${id}-response.txt`} />
  }
  if (answer.kind === 'body') return <p className="text-muted">The response was not streamed.</p>
  return <HttpEvents events={readLoggedEvents(answer.text)} />
}

function NotLogged({ row }: { row: RequestDetail }) {
  return (
    <div className="flex flex-col gap-2 text-muted">
      <p>The bodies of this request were not logged. To log bodies:</p>
      <ul className="list-disc pl-5">
        <li>
          for API requests, turn on “Log bodies” for the key under{' '}
          <Link href="/team/keys" className="text-accent-text underline">
            API keys
          </Link>
          {row.key_name !== null && <> (this one is {row.key_name})</>};
        </li>
        <li>for playgrounds, an admin can turn on “Playground bodies” in Settings.</li>
      </ul>
      <p>Replay still works for playground runs in this browser’s history.</p>
    </div>
  )
}

/** One logged body, which may be truncated. */
function RequestBody({
  label,
  body: { text, whole, bytes },
  fileName,
}: {
  label: string
  body: RequestBodies['request']
  fileName: string
}) {
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex-1 text-xs text-muted">
          {formatBytes(bytes)}
          {!whole && ', truncated'}. Secrets and image data are removed.
        </span>
        <Button onClick={() => void copy(text, label)}>Copy</Button>
        <Button onClick={() => download(fileName, text)}>Download</Button>
      </div>
      {text === '' ? (
        <p className="text-muted">The request ended before any data was read.</p>
      ) : (
        <pre
          // Scrollable regions must be keyboard-accessible.
          tabIndex={0}
          aria-label={`${label} as text`}
          role="region"
          className="max-h-[60vh] overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {prettyJson(text)}
        </pre>
      )}
    </section>
  )
}

const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** The fields of the row. */
function RequestSummary({ row, address }: { row: RequestDetail; address: RequestAddress }) {
  const { filter, setFilter } = address
  const tokens = row.prompt_tokens + row.completion_tokens
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Outcome', <RequestStatus key="outcome" row={row} />],
    ['Time', whole.format(row.started_at)],
    ['Capability', `${nameCapability(row)}${row.stream ? ', streamed' : ''}`],
    ['Model', modelOf(row)],
    ['Provider', row.provider ?? '–'],
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
    ['Time to first token', formatMs(row.first_ms)],
    ['Duration', formatMs(row.total_ms)],
    [
      'Tokens',
      tokens === 0
        ? '–'
        : `${row.usage_estimated ? '≈ ' : ''}${formatCount(row.prompt_tokens)} in, ${formatCount(row.completion_tokens)} out`,
    ],
    ['Cost', formatCost(row.cost_usd === 0 ? null : row.cost_usd, row.usage_estimated)],
    ...(row.document_pages > 0
      ? [
          [
            'Pages',
            `${formatCount(row.document_pages)}${row.ocr_pages > 0 ? `, ${formatCount(row.ocr_pages)} by OCR` : ''}`,
          ] as const,
        ]
      : []),
    ...(row.audio_ms > 0 ? [['Audio', formatMs(row.audio_ms)] as const] : []),
    ['Attempts', row.attempts || '–'],
    ['Client', [row.address, row.client].filter(Boolean).join(' · ') || '–'],
  ]
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <RequestPhases row={row} />
    </div>
  )
}

function modelOf({ model, answered_by: answeredBy }: RequestDetail): string {
  if (answeredBy === null) return model ?? '–'
  return model === null || model === answeredBy ? answeredBy : `${answeredBy} (requested ${model})`
}

const colours: Readonly<Record<RequestPhase['kind'], string>> = {
  own: 'bg-control',
  wait: 'bg-accent',
  attempt: 'bg-ok',
  failed: 'bg-bad',
}

/** A timeline of phases, followed by the attempts if there were several. */
function RequestPhases({ row }: { row: RequestDetail }) {
  const phases = readRequestPhases(row)
  const most = Math.max(1, row.total_ms, ...phases.map(({ startMs, ms }) => startMs + ms))
  if (phases.length === 0) return null
  return (
    <section aria-label="Timeline" className="flex flex-col gap-1.5">
      <h3 className="font-semibold">Timeline</h3>
      <ol className="flex flex-col gap-1.5 text-xs">
        {phases.map(({ label, kind, startMs, ms, note }, at) => (
          <li key={at} className="grid grid-cols-[minmax(6rem,11rem)_1fr_4rem] items-center gap-x-2">
            <span className="min-w-0 break-words">
              {label}
              {kind === 'failed' && <span className="text-bad"> failed</span>}
            </span>
            <span aria-hidden className="relative h-2 rounded-sm bg-sunken">
              <span
                className={classNames('absolute inset-y-0 min-w-0.5 rounded-sm', colours[kind])}
                style={{ left: `${(startMs / most) * 100}%`, width: `${(ms / most) * 100}%` }}
              />
            </span>
            <span className="text-right tabular-nums">{formatMs(ms)}</span>
            {note !== null && <span className="col-span-3 break-words text-muted">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
