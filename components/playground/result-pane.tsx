'use client'
import { lazy, Suspense } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Replay } from './use-replay.ts'
import type { BenchProps } from './bench-props.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorCard } from './error-card.tsx'

const Scrubber = lazy(() => import('./scrubber.tsx').then(module => ({ default: module.Scrubber })))

export interface ResultPaneProps extends BenchProps {
  /** The draft is not what was sent for the run shown. */
  stale: boolean
  onRetry: () => void
  onGoToField: (path: string) => void
  onShowRequest: () => void
  replay: Replay | null
}

export function ResultPane(props: ResultPaneProps) {
  const { contract, draft, onDraftChange, run, result, stale, replay, showsFailure = true } = props
  if (run === null && result === null)
    return <EmptyState contract={contract} draft={draft} onDraftChange={onDraftChange} />
  const failed = (props.batch ?? [run]).find(each => each?.failure)
  return (
    <div className="flex h-full flex-col">
      {stale && (
        <p className="flex shrink-0 items-center gap-2 border-b border-line bg-sunken px-5 py-1 text-xs text-muted max-sm:px-3">
          From an earlier request.
          <Button variant="link" className="text-xs" onClick={props.onShowRequest}>
            Show that request
          </Button>
        </p>
      )}
      {run && replay?.on && (
        <div className="shrink-0 border-b border-line bg-sunken px-5 py-1.5 max-sm:px-3">
          <Suspense>
            <Scrubber run={run} replay={replay} />
          </Suspense>
        </div>
      )}
      <div className="min-h-0 flex-1" aria-busy={run?.state === 'running'}>
        {result}
      </div>
      {showsFailure && failed && (
        <div className="max-h-[60%] shrink-0 overflow-auto border-t border-line p-3">
          <ErrorCard run={failed} onRetry={props.onRetry} onGoToField={props.onGoToField} />
        </div>
      )}
    </div>
  )
}
