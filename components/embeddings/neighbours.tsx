'use client'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import type { ModelColumn } from './state/viewer-state.ts'
import { RowButton } from './row-button.tsx'
import { useViewer, useViewerState } from './viewer-context.ts'

const noColumns: readonly ModelColumn[] = []

/** The nearest texts in the original space, nearest first, by each model. */
export function Neighbours() {
  const viewer = useViewer()
  const anchor = useViewerState(state => state.anchor)
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  const rows = useViewerState(state => state.shown?.rows)
  const metric = useViewerState(state => state.metric)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The row of the table that led here is gone: the keyboard goes on from what it asked for.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [anchor])
  if (anchor === null || (anchor.kind === 'query' && anchor.state !== 'done')) return null
  const text = anchor.kind === 'row' ? (rows?.[anchor.row]?.text ?? '') : anchor.text
  return (
    <section aria-label="Nearest neighbours" className="flex flex-col gap-1">
      <div className="flex h-7 items-center justify-between gap-1">
        <h3 ref={heading} tabIndex={-1} className="text-xs font-medium text-muted">
          Nearest to
        </h3>
        <IconButton label="Close the neighbours" onClick={() => viewer.anchorRow(null)}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <p className="line-clamp-3 border-l-2 border-accent pl-2 break-words">{text}</p>
      <Segmented
        label="Distance"
        className="my-1 self-start text-xs"
        choices={[
          { value: 'cosine', label: 'Cosine' },
          { value: 'euclidean', label: 'Euclidean' },
        ]}
        value={metric}
        onChange={value => viewer.setMetric(value === 'euclidean' ? 'euclidean' : 'cosine')}
      />
      {anchor.kind === 'row' && anchor.failure !== null && (
        <p role="alert" className="text-xs text-bad">
          {anchor.failure}
        </p>
      )}
      {columns.map(({ set, model, neighbours }) => (
        <div key={set}>
          {columns.length > 1 && <h4 className="truncate py-1 text-xs font-medium">{model}</h4>}
          <ol aria-label={columns.length > 1 ? `By ${model}` : 'Ranked texts'} className="-mx-1.5">
            {neighbours.map(({ index, distance }) => (
              <li key={index}>
                <RowButton row={index} aside={distance.toFixed(3)} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
