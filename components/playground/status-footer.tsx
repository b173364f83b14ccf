'use client'
import { Copy } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { formatCost, formatCount, formatMs, formatSpeed } from '#lib/client/chat/format.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { copy } from './copy.ts'
import { ExportMenu } from './export-menu.tsx'
import { priceUsage, readRunUsage, type TokenEstimate } from '#lib/client/run-usage.ts'
import { sentModel } from './sent-model.ts'
import { useModel } from './use-model.ts'

const limitHeader = /^x-ratelimit-(limit|remaining|reset)-(requests|tokens)$/

/** What the last run took; a dash is unknown. Its height never changes. */
export function StatusFooter({
  run,
  estimate,
  contract,
}: {
  run: Run | null
  estimate: TokenEstimate | null
  contract: ContractInfo
}) {
  const model = useModel(run && sentModel(run))
  if (run === null) {
    return (
      <footer className="flex h-full items-center px-4 text-xs text-muted" aria-label="Figures of the run">
        {contract.method} {contract.path}
      </footer>
    )
  }
  const usage = readRunUsage(run)
  const { cachedTokens, costUsd } = usage
  const told = usage.promptTokens !== null || usage.completionTokens !== null
  const { promptTokens, completionTokens } = told || estimate === null ? usage : estimate
  const about = !told && completionTokens !== null ? '≈ ' : ''
  const { firstMs, totalMs } = run.timing
  const headers = run.response?.headers ?? {}
  const priced = priceUsage({ promptTokens, completionTokens }, model?.price)
  const requestId = headers['x-request-id']
  // An answer that came in one packet says nothing by its last milliseconds: then the whole call counts.
  const writtenMs =
    totalMs !== null && firstMs !== null && totalMs - firstMs >= 20 ? totalMs - firstMs : totalMs
  const speed = completionTokens !== null && writtenMs ? (completionTokens / writtenMs) * 1000 : null
  return (
    <footer
      aria-label="Figures of the run"
      className="flex h-full items-center gap-2 pr-1 pl-4 text-xs whitespace-nowrap text-muted"
    >
      <div className="relative flex min-w-0 flex-1 items-center gap-4 overflow-hidden max-sm:gap-2.5">
        <Status run={run} />
        <Tooltip text={timingsOf(headers)}>
          <span className="cursor-default">
            {run.events.length > 0 ? 'TTFT' : 'first byte'}{' '}
            <b className="font-medium text-text">{formatMs(firstMs)}</b>
          </span>
        </Tooltip>
        <span>
          total <b className="font-medium text-text">{formatMs(totalMs)}</b>
        </span>
        <span>
          <b className="font-medium text-text">
            {about}
            {formatCount(promptTokens)} → {formatCount(completionTokens)}
          </b>{' '}
          tokens{cachedTokens ? ` (${formatCount(cachedTokens)} cached)` : ''}
        </span>
        <span className="max-md:hidden">
          {about}
          {formatSpeed(speed !== null && Number.isFinite(speed) ? speed : null)}
        </span>
        <span className="max-md:hidden">{formatCost(costUsd ?? priced, costUsd === null)}</span>
        {requestId && (
          <span className="flex min-w-0 items-center max-md:hidden">
            <Tooltip text={limitsOf(headers) || 'Request id: the same in answer, log and request row'}>
              <span className="cursor-default truncate font-mono">{requestId}</span>
            </Tooltip>
            <IconButton
              label="Copy the request id"
              className="size-6"
              onClick={() => void copy(requestId, 'Request id')}
            >
              <Copy size={14} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <ExportMenu run={run} />
    </footer>
  )
}

function Status({ run }: { run: Run }) {
  const status = run.response?.status
  const good = status !== undefined && status < 400 && run.failure === null
  const word = {
    running: 'running',
    done: '',
    stopped: 'stopped',
    failed: 'failed',
    interrupted: 'interrupted',
  }[run.state]
  return (
    <span className={good ? 'text-ok' : run.state === 'running' ? '' : 'text-bad'}>
      {[status ?? '–', word].filter(part => part !== '').join(' ')}
    </span>
  )
}

function timingsOf(headers: Readonly<Record<string, string>>): string {
  return headers['server-timing'] ?? 'From sending the request to the first content'
}

function limitsOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .filter(([name]) => limitHeader.test(name))
    .map(([name, value]) => `${name.replace('x-ratelimit-', '').replace('-', ' ')}: ${value}`)
    .join(' · ')
}
