'use client'
import { Progress } from '#components/ui/progress.tsx'
import { formatCount } from '#lib/client/format.ts'
import { useViewerState } from './viewer-context.ts'

/** How far the embedding is, model by model. Stop in the run bar keeps what is there. */
export function BatchesProgress() {
  const shown = useViewerState(state => state.shown)
  if (!shown?.running) return null
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-panel px-4 py-2 text-xs text-muted">
      {shown.columns.map(({ set, model, progress }) => {
        const { done = 0, total = shown.rows.length, reports = [] } = progress ?? {}
        const text = `${formatCount(done)} of ${formatCount(total)} texts`
        const batches = reports.filter(report => report.state === 'done').length
        return (
          <div key={set} className="flex flex-col gap-1">
            <div className="flex justify-between gap-3">
              <span className="truncate">Embedding with {model}</span>
              <span className="shrink-0">
                {text}
                {reports.length > 1 && `, ${batches} of ${reports.length} requests`}
              </span>
            </div>
            {/* One request tells nothing before its end: the bar then only says that it goes on. */}
            <Progress
              label={`Embedding with ${model}`}
              value={reports.length > 1 ? done : null}
              max={total}
              text={text}
            />
          </div>
        )
      })}
    </div>
  )
}
