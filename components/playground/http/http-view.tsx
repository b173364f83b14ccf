'use client'

import { type ReactNode, useState } from 'react'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import { toFormText, fileNameOf, formBytes, isForm } from './model/form-text.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { Scrubber } from './scrubber.tsx'
import type { Replay } from '#components/playground/history/use-replay.ts'
import { HttpBlock } from './http-block.tsx'
import { HttpEvents } from './http-events.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { bodyBytes } from './model/body-bytes.ts'
import { countedTokens } from '#components/playground/run/model/counted-tokens.ts'
import { formatBytes, formatCount, formatMs } from '#lib/client/format.ts'
import { formatRun } from '#components/playground/run/model/format-run.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import { sentAddress } from './model/sent-address.ts'
import { sentModel } from './model/sent-model.ts'
import { sumRuns } from '#components/playground/run/model/sum-runs.ts'
import { usesModel } from '#components/playground/form/model/uses-model.ts'

const forms = [
  { value: 'raw', label: 'Raw' },
  { value: 'pretty', label: 'Pretty' },
]

const addedOnTheWay: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
])

/** Request and response as sent over HTTP; before the first run, a preview of the request. */
export function HttpView({
  contract,
  draft,
  run: ofDraft,
  batch = [],
  batchTotal,
  replay,
  requestSwitch,
  onShowResult,
}: {
  contract: ContractInfo
  draft: Draft
  run: Run | null
  batch?: readonly Run[]
  batchTotal: number
  replay: Replay | null
  /** Switches between requests when there are several. */
  requestSwitch: ReactNode
  onShowResult: () => void
}) {
  const { baseUrl } = useApi()
  const [form, setForm] = useState('pretty')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const run = batch.find(({ id }) => id === chosenId) ?? ofDraft
  const body = run?.request.body ?? toBody(draft)
  const pretty = form === 'pretty'
  const isMultipart = contract.encoding === 'multipart'
  const response = run?.response
  return (
    <div className="scroll @container h-full">
      <div className="flex flex-col gap-4 px-5 py-3.5 max-sm:px-3">
        {requestSwitch}
        {batchTotal > 1 && (
          <HttpRequests
            contract={contract}
            runs={batch}
            total={batchTotal}
            shownId={run?.id ?? null}
            onShow={setChosenId}
          />
        )}
        <div className={classNames('grid items-start gap-4', response && '@3xl:grid-cols-2')}>
          <HttpMessage
            title={run ? 'Request' : 'Request preview'}
            aside={<Segmented label="Body format" choices={forms} value={form} onChange={setForm} />}
          >
            <HttpBlock label="request headers" inCard>
              {[
                `${contract.method} ${baseUrl}${run?.request.path ?? contract.path}`,
                'Authorization: Bearer $SEXTANT_API_KEY',
                isMultipart ? 'Content-Type: multipart/form-data' : 'Content-Type: application/json',
              ].join('\n')}
            </HttpBlock>
            {run?.cut && body === '' ? (
              <Omitted />
            ) : (
              <HttpBlock label="request body" pretty={pretty && !isMultipart} inCard>
                {isMultipart ? toFormText(body) : body}
              </HttpBlock>
            )}
          </HttpMessage>
          {response && (
            <HttpMessage title="Response" aside={<StatusTag status={response.status} />}>
              <HttpBlock label="response headers" inCard>
                {[`HTTP ${response.status}`, ...ofApi(response.headers)].join('\n')}
              </HttpBlock>
              {response.body !== null && (
                <HttpBlock label="response body" pretty={pretty} inCard>
                  {response.body}
                </HttpBlock>
              )}
              {response.body === null && run?.cut && run.events.length === 0 && <Omitted />}
            </HttpMessage>
          )}
        </div>
        {run && replay && <Scrubber run={run} replay={replay} onPlay={onShowResult} />}
        {run && run.events.length > 0 && <HttpEvents events={run.events} />}
        {run && !response && run.state !== 'running' && <p className="text-muted">No response received.</p>}
      </div>
    </div>
  )
}

/** One side of the exchange: its headers, and below them its body. */
function HttpMessage({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 divide-y divide-line overflow-hidden rounded-lg border border-line">
      <div className="flex min-h-9 items-center justify-between gap-2 bg-sunken py-1 pr-1.5 pl-3 dark:bg-raised">
        <h2 className="text-xs font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </div>
  )
}

function StatusTag({ status }: { status: number }) {
  return (
    <span
      className={classNames(
        'mr-1.5 rounded-sm px-1.5 py-0.5 text-2xs font-medium tabular-nums',
        status < 400 ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad',
      )}
    >
      {status}
    </span>
  )
}

function Omitted() {
  return <p className="px-3 py-2 text-xs text-muted">The body exceeds the size limit of the history.</p>
}

/** Headers of the API: those added on the way to this browser are omitted. */
function ofApi(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !addedOnTheWay.has(name))
    .map(([name, value]) => `${name}: ${value}`)
}

interface Row {
  readonly number: number
  readonly run: Run
}

/** The requests of a batch, in the order they were sent; each can be inspected. */
function HttpRequests({
  contract,
  runs,
  total,
  shownId,
  onShow,
}: {
  contract: ContractInfo
  runs: readonly Run[]
  total: number
  shownId: string | null
  onShow: (id: string) => void
}) {
  const hasModel = usesModel(contract)
  const columns: readonly Column<Row>[] = [
    { id: 'number', label: '#', align: 'right', cell: ({ number }) => number },
    {
      id: 'asked',
      label: toLabel(runs, hasModel),
      className: 'break-all',
      cell: ({ run }) => toSubject(run, hasModel) ?? '–',
    },
    {
      id: 'status',
      label: 'Status',
      cell: ({ run }) => <span className={run.failure === null ? '' : 'text-bad'}>{formatRun(run)}</span>,
    },
    {
      id: 'sent',
      label: 'Sent',
      align: 'right',
      cell: ({ run: { request } }) =>
        formatBytes(isForm(request) ? formBytes(request.body) : bodyBytes(request)),
    },
    { id: 'received', label: 'Received', align: 'right', cell: ({ run }) => formatReceived(run) },
    {
      id: 'tokens',
      label: 'Tokens',
      align: 'right',
      cell: ({ run }) => formatCount(countedTokens(readRunUsage(run), hasModel)),
    },
    { id: 'time', label: 'Duration', align: 'right', cell: ({ run }) => formatMs(run.timing.totalMs) },
    {
      id: 'show',
      label: 'Actions',
      cell: ({ number, run }) => (
        <Button
          size="small"
          className="h-6 aria-pressed:border-accent-text aria-pressed:text-accent-text"
          aria-label={`Show request ${number}`}
          aria-pressed={run.id === shownId}
          onClick={() => onShow(run.id)}
        >
          Show
        </Button>
      ),
    },
  ]
  const { usage, totalMs } = sumRuns(runs, { modelOf: () => undefined, writes: false })
  return (
    <section aria-label="Requests of the batch" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-2">
        <h2 className="font-semibold">Requests</h2>
        <span className="text-xs text-muted">
          {runs.length < total ? `${runs.length} of ${total} started` : total} · {formatMs(totalMs)} ·{' '}
          {formatCount(countedTokens(usage, hasModel))} tokens
        </span>
      </div>
      <div className="max-h-80 overflow-auto">
        <Table
          caption="Requests of the batch"
          columns={columns.map(column => ({ ...column, className: `leading-6 ${column.className ?? ''}` }))}
          rows={runs.map((run, index) => ({ number: index + 1, run }))}
          rowKey={({ run }) => run.id}
          empty="Nothing sent yet"
        />
      </div>
    </section>
  )
}

function formatReceived({ response, events }: Run): string {
  if (response !== null && response.body !== null) return formatBytes(bodyBytes(response))
  return events.length === 0 ? '–' : formatBytes(events.reduce((sum, event) => sum + event.bytes, 0))
}

function toLabel(runs: readonly Run[], hasModel: boolean): string {
  if (runs.some(({ request }) => isForm(request))) return 'File'
  return hasModel ? 'Model' : 'URL'
}

function toSubject(run: Run, hasModel: boolean): string | null | undefined {
  return fileNameOf(run.request) ?? (hasModel ? sentModel(run) : sentAddress(run))
}
