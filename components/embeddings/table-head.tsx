'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SortColumn, TableSort } from './state/sort-rows.ts'
import { tableGrid } from './table-grid.ts'

const columns: readonly { by: SortColumn; label: string; right?: boolean }[] = [
  { by: 'line', label: '#', right: true },
  { by: 'text', label: 'Text' },
  { by: 'group', label: 'Group' },
  { by: 'cluster', label: 'Cluster' },
  { by: 'trust', label: 'Kept', right: true },
  { by: 'distance', label: 'Distance', right: true },
]

/** The names of the columns; each is a button that sorts. */
export function TableHead({
  sort,
  onSort,
  all,
  onAll,
}: {
  sort: TableSort
  onSort: (by: SortColumn) => void
  all: boolean
  onAll: (all: boolean) => void
}) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-panel">
      <div role="row" aria-rowindex={1} className={`${tableGrid} h-8 font-medium text-muted`}>
        <div role="columnheader" className="flex justify-center">
          <input
            type="checkbox"
            aria-label="Select all"
            checked={all}
            onChange={event => onAll(event.target.checked)}
            className="size-4 accent-accent"
          />
        </div>
        {columns.map(({ by, label, right }) => {
          const Arrow = sort.down ? ArrowDown : ArrowUp
          const ariaSort = sort.by !== by ? 'none' : sort.down ? 'descending' : 'ascending'
          return (
            <div
              key={by}
              role="columnheader"
              aria-sort={ariaSort}
              className={right ? 'flex justify-end' : ''}
            >
              <button
                type="button"
                onClick={() => onSort(by)}
                className="inline-flex h-6 items-center gap-1 hover:text-text coarse:h-10"
              >
                {label}
                {sort.by === by && <Arrow size={12} aria-hidden />}
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}
