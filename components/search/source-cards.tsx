'use client'
import { lazy, Suspense, useState } from 'react'
import { SourceCard } from './source-card.tsx'
import { useTurn } from './turn-context.ts'

const SourcesPanel = lazy(() =>
  import('./sources-panel.tsx').then(module => ({ default: module.SourcesPanel })),
)

const shownCount = 3

/** The first sources as cards; the panel beside has all of them, with all that is known. */
export function SourceCards() {
  const { turn, sources } = useTurn()
  const [open, setOpen] = useState(false)
  if (sources.length === 0) return null
  const more = sources.length - shownCount
  return (
    <div role="group" aria-label="Sources" className="flex flex-col gap-2">
      <ol className="grid gap-2 @lg:grid-cols-2 @3xl:grid-cols-4">
        {sources.slice(0, shownCount).map((source, index) => (
          <li key={index} className="min-w-0">
            <SourceCard source={source} number={index + 1} />
          </li>
        ))}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="flex h-full min-h-9 w-full items-center justify-center rounded-md border border-line bg-panel px-3 py-2 text-accent hover:border-control"
          >
            {more > 0 ? `${more} more` : 'All about the sources'}
          </button>
        </li>
      </ol>
      <Suspense>{open && <SourcesPanel turn={turn} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
