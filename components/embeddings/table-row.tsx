'use client'
import type { KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { formatShare } from '#lib/client/format.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { tableGrid } from './table-grid.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

const dash = '–'

/** A text with all that is known of it. Space selects it, Enter shows its neighbours on the map. */
export function TableRow({
  row,
  place,
  top,
  column,
  selected,
  tabStop,
  onFocus,
  onKeyDown,
  onToggle,
}: {
  row: number
  /** Position in the table, from 0. */
  place: number
  top: number
  column: ModelColumn
  selected: boolean
  tabStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
}) {
  const { store } = useViewer()
  const given = useViewerState(state => state.shown?.rows[row])
  const { clusters, trust, neighbours, outcome } = column
  const cluster =
    clusters.state === 'done'
      ? clusters.result.clusters.find(each => each.id === clusters.result.assignments[row])
      : undefined
  const share = trust.state === 'done' ? trust.result.shares[row] : undefined
  const distance = neighbours.find(each => each.index === row)?.distance
  const present = outcome?.vectors?.present[row] === 1
  const cells = [
    given?.text,
    given?.group ?? dash,
    present ? (cluster ? cluster.words.join(', ') || `Cluster ${cluster.id + 1}` : dash) : 'no vector',
    share === undefined || Number.isNaN(share) ? dash : formatShare(share),
    distance === undefined ? dash : distance.toFixed(3),
  ]
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      aria-selected={selected}
      data-place={place}
      tabIndex={tabStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onToggle}
      onPointerEnter={() => store.update(state => ({ ...state, hovered: row }))}
      onPointerLeave={() => store.update(state => ({ ...state, hovered: null }))}
      className={classNames(
        tableGrid,
        'absolute inset-x-0 h-8 cursor-pointer border-b border-line -outline-offset-2 hover:bg-sunken',
        selected && 'bg-accent/12',
      )}
      style={{ top }}
    >
      <div
        role="gridcell"
        aria-label={selected ? 'selected' : 'not selected'}
        className="flex justify-center"
      >
        <span
          aria-hidden
          className={classNames(
            'size-3.5 rounded-[3px] border border-control',
            selected && 'border-accent bg-accent',
          )}
        />
      </div>
      <div role="gridcell" className="text-right text-muted">
        {row + 1}
      </div>
      {cells.map((cell, index) => (
        <div
          key={index}
          role="gridcell"
          className={classNames('truncate', index > 2 && 'text-right', index > 0 && 'text-muted')}
        >
          {cell}
        </div>
      ))}
    </div>
  )
}
