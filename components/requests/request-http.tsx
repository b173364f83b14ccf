'use client'

import { ArrowLeftRight, Copy, Download } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { HttpEvents } from '#components/playground/http/http-events.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { formatBytes, formatCountOf } from '#lib/client/format.ts'
import type { LoggedExchange, RequestBodies } from '#lib/contracts/console/requests.ts'
import { compareSides, toRequestLines, toResponseLines } from './model/compare-sides.ts'
import { readLoggedEvents } from './model/to-run.ts'

type Part = 'request' | 'response' | 'events'

/** Both HTTP sides: client and gateway, gateway and provider, and what differs between them. */
export function RequestHttp({ id, logged }: { id: string; logged: RequestBodies }) {
  const exchanges = logged.http?.exchanges ?? []
  const [part, setPart] = useState<Part>('request')
  const [differences, setDifferences] = useState(true)
  const [chosen, setChosen] = useState<number | null>(null)
  const switchId = useId()
  const exchange = exchanges[chosen ?? exchanges.length - 1] ?? null
  const events = logged.answer.kind === 'events' ? readLoggedEvents(logged.answer.text) : []
  const parts: { value: Part; label: string }[] = [
    { value: 'request', label: 'Request' },
    { value: 'response', label: 'Response' },
    ...(logged.answer.kind === 'events'
      ? [{ value: 'events' as const, label: formatCountOf(events.length, 'event') }]
      : []),
  ]
  return (
    <section aria-label="HTTP" className="flex flex-col gap-2.5 px-5 py-3.5 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold">HTTP</h3>
        <Segmented label="Part" choices={parts} value={part} onChange={setPart} />
        <span className="flex-1" />
        {exchange !== null && part !== 'events' && (
          <span className="flex items-center gap-2">
            <Switch id={switchId} checked={differences} onChange={setDifferences} />
            <label htmlFor={switchId} className="text-xs">
              Differences
            </label>
          </span>
        )}
        <IconButton label={`Copy ${part}`} onClick={() => void copy(textOf(logged, part), 'HTTP text')}>
          <Copy size={16} aria-hidden />
        </IconButton>
        <IconButton
          label="Download both sides"
          onClick={() => download(`${id}.json`, JSON.stringify(logged, null, 2))}
        >
          <Download size={16} aria-hidden />
        </IconButton>
      </div>
      {part === 'events' ? (
        <HttpEvents events={events} />
      ) : (
        <Sides
          key={`${part} ${chosen}`}
          part={part}
          logged={logged}
          exchange={exchange}
          differences={differences}
          choice={
            <ExchangeChoice
              exchanges={exchanges}
              value={chosen ?? exchanges.length - 1}
              onChange={setChosen}
            />
          }
        />
      )}
      <Notes logged={logged} exchange={exchange} part={part} />
    </section>
  )
}

function Sides({
  part,
  logged,
  exchange,
  differences,
  choice,
}: {
  part: 'request' | 'response'
  logged: RequestBodies
  exchange: LoggedExchange | null
  differences: boolean
  choice: ReactNode
}) {
  const { left, right } = useMemo(
    () => (part === 'request' ? toRequestLines(logged, exchange) : toResponseLines(logged, exchange)),
    [part, logged, exchange],
  )
  const both = exchange !== null
  return (
    <div
      role="region"
      aria-label={`HTTP ${part}`}
      // Scrollable regions must be keyboard-accessible.
      tabIndex={0}
      className="@container max-h-[70vh] overflow-auto rounded-lg border border-line bg-card"
    >
      <div
        className={classNames(
          'sticky top-0 z-1 grid border-b border-line bg-sunken text-xs font-medium dark:bg-raised',
          both && 'grid-cols-2 @max-lg:grid-cols-1',
        )}
      >
        <SideName from="Client" to="Sextant" />
        {both && (
          <SideName from="Sextant" to={exchange.provider}>
            {choice}
          </SideName>
        )}
      </div>
      {both && differences ? (
        <Differences left={left} right={right} />
      ) : (
        <div className={classNames('grid', both && 'grid-cols-2 @max-lg:grid-cols-1')}>
          <Plain lines={left} />
          {both && <Plain lines={right} />}
        </div>
      )}
    </div>
  )
}

function SideName({ from, to, children }: { from: string; to: string; children?: ReactNode }) {
  return (
    <span className="flex min-h-9 min-w-0 flex-wrap items-center gap-1.5 border-line px-3 py-1 @lg:not-first:border-l @max-lg:not-first:border-t">
      {from}
      <ArrowLeftRight size={12} role="img" aria-label="and" className="text-muted" />
      <span className="min-w-0 truncate">{to}</span>
      {children}
    </span>
  )
}

function ExchangeChoice({
  exchanges,
  value,
  onChange,
}: {
  exchanges: readonly LoggedExchange[]
  value: number
  onChange: (at: number) => void
}) {
  const attempts = new Set(exchanges.map(({ attempt }) => attempt)).size
  if (exchanges.length < 2) return null
  const labelOf = ({ attempt, provider, response }: LoggedExchange, at: number) => {
    const of = attempts === exchanges.length ? `Attempt ${attempt} of ${attempts}` : `Request ${at + 1}`
    return `${of} · ${provider} · ${response?.status ?? 'no response'}`
  }
  return (
    <Select
      label="Attempt"
      className="ml-auto w-auto max-w-full"
      value={String(value)}
      choices={exchanges.map((each, at) => ({ value: String(at), label: labelOf(each, at) }))}
      onChange={chosen => onChange(Number(chosen))}
    />
  )
}

const shownAtFirst = 400

function Differences({ left, right }: { left: readonly string[]; right: readonly string[] }) {
  const lines = useMemo(() => compareSides(left, right), [left, right])
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, shownAtFirst)
  return (
    <div className="py-1.5 font-mono text-2xs leading-[18px]">
      {shown.map((line, at) =>
        line.kind === 'equal' ? (
          <p key={at} className="bg-sunken px-3 font-sans text-muted">
            {formatCountOf(line.count, 'equal line')}
          </p>
        ) : (
          <div key={at} className="grid grid-cols-2 @max-lg:grid-cols-1">
            <Line text={line.left} change={line.kind === 'same' ? null : 'removed'} />
            <Line
              text={line.right}
              change={line.kind === 'same' ? null : 'added'}
              // One column shows an equal line once.
              className={classNames('@lg:border-l @lg:border-line', line.kind === 'same' && '@max-lg:hidden')}
            />
          </div>
        ),
      )}
      <ShowAll shown={shown.length} count={lines.length} onShow={() => setAll(true)} />
    </div>
  )
}

const hatched = 'bg-[repeating-linear-gradient(135deg,transparent_0_4px,var(--hover)_4px_8px)] @max-lg:hidden'
const changes = {
  removed: { tag: 'del', color: 'bg-bad-soft' },
  added: { tag: 'ins', color: 'bg-ok-soft' },
} as const

const unchanged = { tag: 'span', color: '' } as const

function Line({
  text,
  change,
  className,
}: {
  text: string | null
  change: keyof typeof changes | null
  className?: string
}) {
  if (text === null) return <span aria-hidden className={classNames(hatched, className)} />
  const { tag: Tag, color } = change === null ? unchanged : changes[change]
  return (
    <Tag
      className={classNames(
        'block min-h-[18px] min-w-0 px-3 break-words whitespace-pre-wrap no-underline',
        change !== null && 'forced-colors:underline',
        color,
        className,
      )}
    >
      {text}
    </Tag>
  )
}

function Plain({ lines }: { lines: readonly string[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, shownAtFirst)
  return (
    <div className="min-w-0 border-line py-1.5 @lg:not-first:border-l @max-lg:not-first:border-t">
      <pre className="px-3 font-mono text-2xs leading-[18px] break-words whitespace-pre-wrap">
        {shown.join('\n')}
      </pre>
      <ShowAll shown={shown.length} count={lines.length} onShow={() => setAll(true)} />
    </div>
  )
}

function ShowAll({ shown, count, onShow }: { shown: number; count: number; onShow: () => void }) {
  if (shown === count) return null
  return (
    <Button size="small" className="mx-3 my-2 font-sans" onClick={onShow}>
      Show all {formatCountOf(count, 'line')}
    </Button>
  )
}

function Notes({
  logged: { request, answer, http },
  exchange,
  part,
}: {
  logged: RequestBodies
  exchange: LoggedExchange | null
  part: Part
}) {
  const client = part === 'request' ? request : answer
  const provider = part === 'request' ? exchange?.request : exchange?.response?.body
  const size = ({ bytes, whole }: { bytes: number; whole: boolean }) =>
    `${formatBytes(bytes)}${whole ? '' : ', truncated'}`
  return (
    <p className="text-xs text-muted">
      Client {size(client)}
      {provider && <> · provider {size(provider)}</>}. Secrets and image data are removed.
      {part === 'request' && exchange !== null && exchange.request === null && ' Files are not logged.'}
      {http === null && ' Logged by an earlier version, without headers and without the provider’s side.'}
      {http !== null && http.exchanges.length === 0 && ' No model provider was called.'}
      {http !== null && http.skipped > 0 && ` ${formatCountOf(http.skipped, 'further request')} not logged.`}
    </p>
  )
}

function textOf(logged: RequestBodies, part: Part): string {
  const { left } = part === 'request' ? toRequestLines(logged, null) : toResponseLines(logged, null)
  return left.join('\n')
}
