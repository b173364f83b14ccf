'use client'
import { useContext } from 'react'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { GoToFieldContext } from '#components/playground/go-to-field-context.ts'
import type { RankedColumn } from '#lib/client/rerank/ranked-column.ts'
import { useBoardStore } from './board-context.ts'

/** Why a column has no order; alone on the bench, the bench itself shows the error of its run. */
export function ColumnFailure({
  column,
  place,
  alone,
}: {
  column: RankedColumn
  place: number
  alone: boolean
}) {
  const store = useBoardStore()
  const goToField = useContext(GoToFieldContext)
  const { run, ranking } = column
  if (run === null || run.state === 'running') return null
  if (run.failure !== null) {
    if (alone) return null
    return (
      <div className="border-b border-line p-2">
        <ErrorCard run={run} onRetry={() => store.retry(place)} onGoToField={goToField} />
      </div>
    )
  }
  if (run.state === 'stopped') return <Note>Stopped before it was ranked.</Note>
  if (ranking !== null) return null
  return (
    <Note>
      {run.cut
        ? 'This answer is larger than the history keeps. Run again to see it.'
        : 'The answer holds no list of results; Wire shows what came.'}
    </Note>
  )
}

function Note({ children }: { children: string }) {
  return <p className="border-b border-line px-3 py-2 text-xs text-muted">{children}</p>
}
