'use client'
import { type ReactNode, useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { type Draft, toBody } from '#lib/client/draft.ts'
import { toFormText } from '#lib/client/form-text.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { useApi } from './api-context.tsx'
import { Scrubber } from './scrubber.tsx'
import type { Replay } from './use-replay.ts'
import { WireBlock } from './wire-block.tsx'
import { WireEvents } from './wire-events.tsx'
import { WireRequests } from './wire-requests.tsx'

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

/** Request and response as they went over the wire; before the first run, the request as it would go. */
export function WireView({
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
  /** Chooses between several requests, where there are any. */
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
    <div className="scroll h-full">
      <div className="flex flex-col gap-4 px-5 py-4 max-sm:px-3">
        {requestSwitch}
        {batchTotal > 1 && (
          <WireRequests
            contract={contract}
            runs={batch}
            total={batchTotal}
            shownId={run?.id ?? null}
            onShow={setChosenId}
          />
        )}
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-semibold">{run ? 'Request, as sent' : 'Request, as it would be sent'}</h2>
          <Segmented label="Bodies" choices={forms} value={form} onChange={setForm} />
        </div>
        <WireBlock label="request head">
          {[
            `${contract.method} ${baseUrl}${run?.request.path ?? contract.path}`,
            'Authorization: Bearer $SEXTANT_API_KEY',
            isMultipart ? 'Content-Type: multipart/form-data' : 'Content-Type: application/json',
          ].join('\n')}
        </WireBlock>
        {run?.cut && body === '' ? (
          <p className="text-muted">The body was larger than the history keeps.</p>
        ) : (
          <WireBlock label="request body" pretty={pretty && !isMultipart}>
            {isMultipart ? toFormText(body) : body}
          </WireBlock>
        )}
        {response && (
          <>
            <h2 className="font-semibold">Response</h2>
            <WireBlock label="response head">
              {[`HTTP ${response.status}`, ...ofApi(response.headers)].join('\n')}
            </WireBlock>
            {response.body !== null && (
              <WireBlock label="response body" pretty={pretty}>
                {response.body}
              </WireBlock>
            )}
            {response.body === null && run?.cut && run.events.length === 0 && (
              <p className="text-muted">The body was larger than the history keeps.</p>
            )}
          </>
        )}
        {run && replay && <Scrubber run={run} replay={replay} onPlay={onShowResult} />}
        {run && run.events.length > 0 && <WireEvents events={run.events} />}
        {run && !response && run.state !== 'running' && <p className="text-muted">No response came.</p>}
      </div>
    </div>
  )
}

/** Headers of the API: what the way to this browser added says nothing about it. */
function ofApi(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !addedOnTheWay.has(name))
    .map(([name, value]) => `${name}: ${value}`)
}
