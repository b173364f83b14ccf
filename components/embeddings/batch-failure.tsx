'use client'
import { useContext } from 'react'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { GoToFieldContext } from '#components/playground/go-to-field-context.ts'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { BatchReport } from '#lib/client/embeddings/batches/batch-report.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

/** Which texts have no vector and why, with the way to get only those. */
export function BatchFailure() {
  const shown = useViewerState(state => state.shown)
  if (shown === null || shown.running) return null
  return shown.columns.map(({ set, model, outcome, runs, pca }) => {
    const missing = outcome ? outcome.total - outcome.done : 0
    const problem = outcome?.reports.find(({ state }) => state === 'failed' || state === 'wrong')
    return (
      <section
        key={set}
        aria-label={`Problems with ${model}`}
        className="max-h-[60%] shrink-0 overflow-auto empty:hidden"
      >
        {problem && <Problem report={problem} several={(outcome?.reports.length ?? 0) > 1} />}
        {missing > 0 && (outcome?.done ?? 0) > 0 && (
          <MissingTexts
            text={`${formatCount(missing)} of ${formatCount(outcome?.total ?? 0)} texts have no vector by ${model}.`}
          />
        )}
        {missing > 0 && outcome?.done === 0 && !problem && (
          <MissingTexts
            text={
              runs.some(run => run.cut)
                ? `The answer of ${model} is larger than the history keeps.`
                : 'Stopped before any vector came.'
            }
          />
        )}
        {pca.state === 'failed' && (
          <p role="alert" className="border-t border-line px-4 py-2 text-bad">
            {pca.reason}
          </p>
        )}
      </section>
    )
  })
}

function Problem({ report, several }: { report: BatchReport; several: boolean }) {
  const viewer = useViewer()
  const goToField = useContext(GoToFieldContext)
  const { start, end } = report.batch
  return (
    <div className="border-t border-line p-3">
      {several && (
        <p className="mb-2 text-xs text-muted">
          The request for texts {formatCount(start + 1)} to {formatCount(end)}:
        </p>
      )}
      {report.state === 'failed' && (
        <ErrorCard run={report.run} onRetry={viewer.retry} onGoToField={goToField} />
      )}
      {report.state === 'wrong' && (
        <div role="alert" className="rounded-md border border-bad px-3 py-2">
          <p className="font-medium text-bad">The answer cannot be used</p>
          <p>{report.reason}</p>
          <Button className="mt-2" onClick={viewer.retry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

function MissingTexts({ text }: { text: string }) {
  const viewer = useViewer()
  return (
    <p className="flex items-center gap-2 border-t border-line bg-sunken px-4 py-1 text-xs text-muted">
      {text}
      <Button variant="link" className="text-xs" onClick={viewer.retry}>
        Embed the rest
      </Button>
    </p>
  )
}
