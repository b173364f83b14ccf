'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { countedTokens } from './model/counted-tokens.ts'
import { formatCost, formatCount, formatCountOf, formatMs, formatSpeed } from '#lib/client/format.ts'
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
import { Menu } from '#components/ui/overlay/menu.tsx'
import { useApi } from '#components/playground/form/api-context.tsx'
import { downloadExport } from '#components/playground/download.ts'
import type * as RunFiles from '#components/playground/http/model/har.ts'
import type { ExportText } from '#components/playground/export/model/export-text.ts'

const limitHeader = /^x-ratelimit-(limit|remaining|reset)-(requests|tokens)$/

/** Figures of the last run, or totals of a batch; a dash is unknown. */
export function RunFigures({ runs, total, estimate, contract }: StatusFooterProps) {
  const models = useQuery(modelsQuery).data
  const [run] = runs
  if (run === undefined) return null
  const sums = sumRuns(runs, {
    priceOf: id => models?.find(model => model.id === id)?.price,
    writes: contract.streams,
  })
  const headers = run.response?.headers ?? {}
  const requestId = total === 1 ? headers['x-request-id'] : undefined
  return (
    <>
      <div className="relative flex min-w-0 flex-1 items-center gap-4 overflow-hidden max-sm:gap-2.5">
        <RunStatus runs={runs} total={total} sums={sums} />
        <Tooltip text={headers['server-timing'] ?? 'Time from the request to the first content'}>
          <span className="cursor-default">
            {run.events.length > 0 && usesModel(contract) ? 'TTFT' : 'first byte'}{' '}
            <b className="font-medium text-text">{formatMs(sums.firstMs)}</b>
          </span>
        </Tooltip>
        <span>
          total <b className="font-medium text-text">{formatMs(sums.totalMs)}</b>
        </span>
        <Tokens sums={sums} estimate={estimate} contract={contract} />
        {sums.usage.searchUnits !== null && (
          <span className="max-md:hidden">{formatCountOf(sums.usage.searchUnits, 'search unit')}</span>
        )}
        {usesModel(contract) && (
          <span className="max-md:hidden">{formatCost(sums.costUsd, sums.costEstimated)}</span>
        )}
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

function Tokens({
  sums,
  estimate,
  contract,
}: {
  sums: RunSums
  estimate: TokenEstimate | null
  contract: ContractInfo
}) {
  const hasModel = usesModel(contract)
  if (hasModel && contract.streams)
    return <WrittenTokens sums={sums} estimate={estimate} oneModel={takesModel(contract)} />
  const tokens = countedTokens(sums.usage, hasModel)
  if (tokens === null && !hasModel) return null
  return (
    <span>
      <b className="font-medium text-text">{formatCount(tokens)}</b> tokens
    </span>
  )
}

/** For a generating model: input tokens, output tokens and speed. */
function WrittenTokens({
  sums,
  estimate,
  oneModel,
}: {
  sums: RunSums
  estimate: TokenEstimate | null
  /** Outputs of several models one after another have no common speed. */
  oneModel: boolean
}) {
  const { usage, firstMs, totalMs } = sums
  const told = usage.promptTokens !== null || usage.completionTokens !== null
  const { promptTokens, completionTokens } = told || estimate === null ? usage : estimate
  const about = !told && completionTokens !== null ? '≈ ' : ''
  // An answer that arrived in one packet has no meaningful stream time: use the whole call.
  const writtenMs =
    totalMs !== null && firstMs !== null && totalMs - firstMs >= 20 ? totalMs - firstMs : totalMs
  const speed = completionTokens !== null && writtenMs ? (completionTokens / writtenMs) * 1000 : null
  return (
    <>
      <span>
        <b className="font-medium text-text">
          {about}
          {formatCount(promptTokens)} → {formatCount(completionTokens)}
        </b>{' '}
        tokens{usage.cachedTokens ? ` (${formatCount(usage.cachedTokens)} cached)` : ''}
      </span>
      {oneModel && (
        <span className="max-md:hidden">
          {about}
          {formatSpeed(speed !== null && Number.isFinite(speed) ? speed : null)}
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
  return (
    <span className={colourOf(runs, sums)}>
      {total > 1 ? formatBatch(runs, total, sums) : formatRun(run)}
    </span>
  )
}

function colourOf(runs: readonly Run[], { status, failed }: RunSums): string {
  if (failed > 0) return 'text-bad'
  if (status !== null && status < 400) return 'text-ok'
  return runs.some(run => run.state === 'running') ? '' : 'text-bad'
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
