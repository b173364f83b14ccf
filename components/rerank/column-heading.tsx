'use client'
import { formatCount, formatMs } from '#lib/client/format.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { keptHits } from '#lib/client/rerank/kept-hits.ts'
import type { RankedColumn } from '#lib/client/rerank/ranked-column.ts'
import { useBoardView } from './board-context.ts'
import { ColumnMenu } from './column-menu.tsx'

/** Whose order it is, and what it took. */
export function ColumnHeading({ result, column }: { result: BoardResult; column: RankedColumn }) {
  const [{ threshold }] = useBoardView()
  const { run, ranking, hits, ranks } = column
  const kept = keptHits(hits, threshold).length
  const figures =
    run === null
      ? ['in this browser']
      : [
          run.state === 'running' && 'ranking…',
          threshold !== null && hits.length > 0 && `kept ${formatCount(kept)} of ${formatCount(hits.length)}`,
          ranking &&
            threshold === null &&
            `${formatCount(hits.length)} of ${formatCount(ranks.length)} returned`,
          ranking && `${formatCount(ranking.inputTokens)} tokens`,
          ranking?.searchUnits &&
            `${formatCount(ranking.searchUnits)} search ${ranking.searchUnits === 1 ? 'unit' : 'units'}`,
          ranking && formatMs(run.timing.totalMs),
        ]
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface py-1 pr-1 pl-2.5">
      <h3 className="truncate pt-0.5 font-medium">{column.label}</h3>
      <div className="flex min-h-7 items-center coarse:min-h-10 gap-2">
        <p className="min-w-0 flex-1 truncate text-xs text-muted">{figures.filter(Boolean).join(' · ')}</p>
        <ColumnMenu result={result} column={column} />
      </div>
    </header>
  )
}
