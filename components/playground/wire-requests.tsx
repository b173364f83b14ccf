'use client'
import { Button } from '#components/ui/button.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import { bodyBytes } from '#lib/client/body-bytes.ts'
import { countedTokens } from '#lib/client/counted-tokens.ts'
import { fileNameOf, formBytes, isForm } from '#lib/client/form-text.ts'
import { formatBytes, formatCount, formatMs } from '#lib/client/format.ts'
import type { Run } from '#lib/client/run.ts'
import { toRunWords } from '#lib/client/run-words.ts'
import { readRunUsage } from '#lib/client/run-usage.ts'
import { sentAddress } from '#lib/client/sent-address.ts'
import { sentModel } from '#lib/client/sent-model.ts'
import { sumRuns } from '#lib/client/sum-runs.ts'
import { usesModel } from '#lib/client/uses-model.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'

interface Row {
  readonly number: number
  readonly run: Run
}

/** The requests of a batch, in the order in which they were sent; each can be looked at. */
export function WireRequests({
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
      cell: ({ run }) => <span className={run.failure === null ? '' : 'text-bad'}>{toRunWords(run)}</span>,
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
    { id: 'time', label: 'Time', align: 'right', cell: ({ run }) => formatMs(run.timing.totalMs) },
    {
      id: 'show',
      label: 'Look',
      cell: ({ number, run }) => (
        <Button
          className="h-6 text-xs aria-pressed:border-accent aria-pressed:text-accent"
          aria-label={`Show request ${number}`}
          aria-pressed={run.id === shownId}
          onClick={() => onShow(run.id)}
        >
          Show
        </Button>
      ),
    },
  ]
  const { usage, totalMs } = sumRuns(runs, { priceOf: () => undefined, writes: false })
  return (
    <section aria-label="Requests of the batch" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-2">
        <h2 className="font-semibold">Requests</h2>
        <span className="text-xs text-muted">
          {runs.length < total ? `${runs.length} of ${total} begun` : total} · {formatMs(totalMs)} ·{' '}
          {formatCount(countedTokens(usage, hasModel))} tokens
        </span>
      </div>
      <div className="max-h-80 overflow-auto">
        <Table
          caption="Requests of the batch"
          columns={columns.map(column => ({ ...column, className: `leading-6 ${column.className ?? ''}` }))}
          rows={runs.map((run, index) => ({ number: index + 1, run }))}
          rowKey={({ run }) => run.id}
          empty="Nothing has been sent."
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
  return hasModel ? 'Model' : 'Address'
}

function toSubject(run: Run, hasModel: boolean): string | null | undefined {
  return fileNameOf(run.request) ?? (hasModel ? sentModel(run) : sentAddress(run))
}
