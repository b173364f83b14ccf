'use client'
import { ScrollRegion } from '#components/chat/scroll-region.tsx'
import { useMemo } from 'react'
import { useModel } from '#components/playground/use-model.ts'
import { formatCount } from '#lib/client/format.ts'
import { Computing } from './computing.tsx'
import { HealthFinding } from './health-finding.tsx'
import { analysisSeed } from './state/analyse-column.ts'
import { healthFindings } from './state/health-findings.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useComputed } from './use-computed.ts'
import { useViewerState } from './viewer-context.ts'

const noColumns: readonly ModelColumn[] = []

/** What to know about the vectors before trusting a picture of them. */
export function HealthView() {
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  return (
    <ScrollRegion label="Health" className="scroll h-full -outline-offset-2">
      <div className="flex max-w-[86ch] flex-col gap-6 px-4 py-4 max-sm:px-3">
        {columns.map(column => (
          <ColumnHealth key={column.set} column={column} titled={columns.length > 1} />
        ))}
      </div>
    </ScrollRegion>
  )
}

function ColumnHealth({ column, titled }: { column: ModelColumn; titled: boolean }) {
  const { set, model, pca } = column
  const known = useModel(model)
  const windowTokens = known?.context_window ?? null
  const loaded = pca.state === 'done' || pca.state === 'failed'
  const input = useMemo(
    () => (loaded ? { set, windowTokens, seed: analysisSeed } : null),
    [loaded, set, windowTokens],
  )
  const health = useComputed('health', input)
  return (
    <section aria-label={`Health by ${model}`} className="flex flex-col gap-3">
      {titled && <h3 className="font-medium">{model}</h3>}
      {health.state !== 'done' && <Computing label="Looking at the vectors" now={health} />}
      {health.state === 'done' && (
        <>
          <p className="text-muted">
            {formatCount(health.result.rows)} texts, {formatCount(health.result.dimensions)} dimensions
            {health.result.norms &&
              `, lengths ${health.result.norms.min.toFixed(3)} to ${health.result.norms.max.toFixed(3)}, ${
                health.result.norms.unit === health.result.rows - health.result.missing.length
                  ? 'all'
                  : formatCount(health.result.norms.unit)
              } of length 1`}
          </p>
          <ul className="flex flex-col gap-2">
            {healthFindings(health.result, windowTokens).map(finding => (
              <HealthFinding key={finding.title} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
