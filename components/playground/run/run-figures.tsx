'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { countedTokens } from './model/counted-tokens.ts'
import { formatCharge, formatCount, formatCountOf, formatMs, formatSpeed } from '#lib/client/format.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { TokenEstimate } from './model/run-usage.ts'
import { type RunSums, sumRuns } from './model/sum-runs.ts'
import { takesModel } from '#components/playground/form/model/takes-model.ts'
import { usesModel } from '#components/playground/form/model/uses-model.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { copy } from '#components/playground/copy.ts'
import { RequestLink } from '#components/playground/http/request-link.tsx'
import type { StatusFooterProps } from '#components/playground/layout/status-footer.tsx'
import type { Run } from '#lib/client/run.ts'
import { formatBatch, formatRun } from './model/format-run.ts'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Elapsed } from './elapsed.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { useApi } from '#components/playground/form/api-context.tsx'
import { downloadExport } from '#components/playground/download.ts'
import type * as RunFiles from '#components/playground/http/model/har.ts'
import type { ExportText } from '#components/playground/export/model/export-text.ts'

const limitHeader = /^x-ratelimit-(limit|remaining|reset)-(requests|tokens)$/

/** Figures of the last run, or totals of a batch, as far as they are known. */
export function RunFigures({ runs, total, estimate, contract }: StatusFooterProps) {
  const models = useQuery(modelsQuery).data
  const [run] = runs
  if (run === undefined) return null
  const sums = sumRuns(runs, {
    modelOf: id => models?.find(model => model.id === id),
    writes: contract.streams,
  })
  const headers = run.response?.headers ?? {}
  const requestId = total === 1 ? headers['x-request-id'] : undefined
  return (
    <>
      <div className="relative flex min-w-0 flex-1 items-center gap-4 overflow-hidden max-sm:gap-2.5">
        <RunStatus runs={runs} total={total} sums={sums} />
        {run.events.length > 0 && sums.firstMs !== null && (
          <Tooltip text={headers['server-timing'] ?? 'Time from the request to the first content'}>
            {/* A phone has room for one duration. */}
            <span className="cursor-default max-sm:hidden">
              {usesModel(contract) ? 'TTFT' : 'first byte'}{' '}
              <b className="font-medium text-text">{formatMs(sums.firstMs)}</b>
            </span>
          </Tooltip>
        )}
        <span>
          total{' '}
          <b className="font-medium text-text">
            {run.state === 'running' && total === 1 ? (
              <Elapsed since={run.timing.startedAt} />
            ) : (
              formatMs(sums.totalMs)
            )}
          </b>
        </span>
        <Tokens sums={sums} estimate={estimate} contract={contract} streamed={runs.some(streamsText)} />
        {sums.usage.searchUnits !== null && (
          <span className="max-md:hidden">{formatCountOf(sums.usage.searchUnits, 'search unit')}</span>
        )}
        {usesModel(contract) && <Cost sums={sums} />}
        {requestId && (
          <span className="flex min-w-0 items-center max-md:hidden">
            <Tooltip text={limitsOf(headers) || 'Request ID, the same in the response, log and request list'}>
              <span className="min-w-0 cursor-default truncate font-mono">
                <RequestLink id={requestId}>{requestId}</RequestLink>
              </span>
            </Tooltip>
            <IconButton
              label="Copy request ID"
              className="size-6"
              onClick={() => void copy(requestId, 'Request ID')}
            >
              <Copy size={14} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <ExportMenu runs={runs} />
    </>
  )
}

/** Loud without a price: the cost is unknown, not zero. */
function Cost({ sums: { costUsd, costEstimated, unpriced } }: { sums: RunSums }) {
  return (
    <>
      {costUsd !== null && <span className="max-md:hidden">{formatCharge(costUsd, costEstimated)}</span>}
      {unpriced > 0 && (
        <Tooltip text="The cost is not counted: the model has no price">
          <span className="cursor-default text-warn max-md:hidden">
            {costUsd === null ? 'No price' : `${formatCount(unpriced)} without a price`}
          </span>
        </Tooltip>
      )}
    </>
  )
}

function Tokens({
  sums,
  estimate,
  contract,
  streamed,
}: {
  sums: RunSums
  estimate: TokenEstimate | null
  contract: ContractInfo
  streamed: boolean
}) {
  const hasModel = usesModel(contract)
  if (hasModel && contract.streams)
    return <WrittenTokens sums={sums} estimate={estimate} hasSpeed={streamed && takesModel(contract)} />
  const tokens = countedTokens(sums.usage, hasModel)
  if (tokens === null) return null
  return (
    <span>
      <b className="font-medium text-text">{formatCount(tokens)}</b> tokens
    </span>
  )
}

// The events of a shorter stream came in one packet.
const streamMsMin = 20

/** For a generating model: input tokens, output tokens and speed. */
function WrittenTokens({
  sums,
  estimate,
  hasSpeed,
}: {
  sums: RunSums
  estimate: TokenEstimate | null
  /** Text was streamed by one model: outputs of several models one after another have no common speed. */
  hasSpeed: boolean
}) {
  const { usage, firstMs, totalMs } = sums
  const told = usage.promptTokens !== null || usage.completionTokens !== null
  const { promptTokens, completionTokens } = told || estimate === null ? usage : estimate
  if (promptTokens === null && completionTokens === null) return null
  const about = !told && completionTokens !== null ? '≈ ' : ''
  const streamMs = totalMs !== null && firstMs !== null ? totalMs - firstMs : 0
  const speed =
    hasSpeed && completionTokens !== null && streamMs >= streamMsMin ? completionTokens / streamMs : null
  return (
    <>
      <span>
        <b className="font-medium text-text">
          {about}
          {formatCount(promptTokens)} → {formatCount(completionTokens)}
        </b>{' '}
        tokens{usage.cachedTokens ? ` (${formatCount(usage.cachedTokens)} cached)` : ''}
      </span>
      {speed !== null && (
        <span className="max-md:hidden">
          {about}
          {formatSpeed(speed * 1000)}
        </span>
      )}
    </>
  )
}

function limitsOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .filter(([name]) => limitHeader.test(name))
    .map(([name, value]) => `${name.replace('x-ratelimit-', '').replace('-', ' ')}: ${value}`)
    .join(' · ')
}

/** Status and state as text and color; for a batch, its progress. */
function RunStatus({ runs, total, sums }: { runs: readonly Run[]; total: number; sums: RunSums }) {
  const [run] = runs
  if (run === undefined) return null
  const { text, dot } = stateColors[stateOf(runs, sums)]
  return (
    <span className={classNames('flex items-center gap-1.5', text)}>
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dot)} />
      {total > 1 ? formatBatch(runs, total, sums) : formatRun(run)}
    </span>
  )
}

const stateColors = {
  running: { text: 'text-accent-text', dot: 'animate-pulse bg-accent' },
  done: { text: 'text-ok', dot: 'bg-ok-dot' },
  stopped: { text: 'text-warn', dot: 'bg-warn-dot' },
  failed: { text: 'text-bad', dot: 'bg-bad-dot' },
}

function stateOf(runs: readonly Run[], { status, failed }: RunSums): keyof typeof stateColors {
  if (failed > 0) return 'failed'
  if (runs.some(run => run.state === 'running')) return 'running'
  if (runs.some(run => run.state === 'stopped')) return 'stopped'
  return status !== null && status < 400 ? 'done' : 'failed'
}

/** Whether text arrived in events, and not only tool calls. */
function streamsText({ events }: Run): boolean {
  return events.some(({ data }) => /"(?:content|reasoning_content|reasoning|delta|text)":"[^"]/.test(data))
}

/** Request and response as files, without API keys; the archive contains every request of a batch. */
function ExportMenu({ runs }: { runs: readonly Run[] }) {
  const { baseUrl } = useApi()
  const [run] = runs
  if (run === undefined) return null
  return (
    <Menu
      trigger={
        <Button variant="plain" className="relative h-6 text-xs">
          <Download size={14} aria-hidden />
          <span className="max-sm:sr-only">Export</span>
        </Button>
      }
      actions={[
        {
          label: 'Request body (JSON)',
          onSelect: () => void save('request.json', ({ toRequestFile }) => toRequestFile(run)),
        },
        {
          label: 'Response body',
          disabled: !run.response?.body,
          onSelect: () => void save('response.json', ({ toResponseFile }) => toResponseFile(run)),
        },
        {
          label: 'Events (JSONL)',
          disabled: run.events.length === 0,
          onSelect: () =>
            void save('events.jsonl', ({ toEventLines }) => toEventLines(run), 'application/jsonl'),
        },
        {
          label: 'Request and response (HAR)',
          onSelect: () => void save('run.har', ({ toHar }) => toHar(runs, baseUrl)),
        },
      ]}
    />
  )
}

async function save(name: string, write: (files: typeof RunFiles) => ExportText, type = 'application/json') {
  const files = await import('#components/playground/http/model/har.ts')
  downloadExport(name, write(files), type)
}
