'use client'
import { useContext } from 'react'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { GoToFieldContext } from '#components/playground/go-to-field-context.ts'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { type RowState, type ScrapeRow, stateOfRow } from '#lib/client/scrape/scrape-row.ts'
import { Elapsed } from '#components/playground/elapsed.tsx'
import { useScrapeStore } from './scrape-context.ts'

const notes: Readonly<Partial<Record<RowState, string>>> = {
  queued: 'This page waits its turn.',
  stopped: 'Stopped before the page was read.',
  cancelled: 'Taken out before it was read.',
  unreadable: 'The answer holds no page; Wire shows what came.',
  gone: 'This page is larger than the history keeps.',
}

/** A row without a page: it goes on, was stopped, or failed. Alone, the bench itself shows the error of its run. */
export function RowOutcome({ row, place, alone }: { row: ScrapeRow; place: number; alone: boolean }) {
  const store = useScrapeStore()
  const goToField = useContext(GoToFieldContext)
  const state = stateOfRow(row)
  const { run } = row
  if (state === 'running') {
    return (
      <div className="flex max-w-[64ch] flex-col gap-2 px-5 py-4 text-muted max-sm:px-3">
        <p>
          Reading the page · <Elapsed since={run?.timing.startedAt ?? 0} />
        </p>
        <Progress label="Reading the page" value={null} max={1} />
      </div>
    )
  }
  if (run?.failure) {
    if (alone) return null
    return (
      <div className="px-5 py-4 max-sm:px-3">
        <ErrorCard run={run} onRetry={() => store.retry(place)} onGoToField={goToField} />
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
      <p>{notes[state] ?? 'The page was not read.'}</p>
      {state !== 'queued' && <Button onClick={() => store.retry(place)}>Read again</Button>}
    </div>
  )
}
