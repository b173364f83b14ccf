'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { listColumns } from './link-columns.ts'
import type { LinkSort } from './sort-links.ts'

const columns: readonly { by: LinkSort['by']; label: string; className: string }[] = [
  { by: 'order', label: 'Address', className: '' },
  { by: 'source', label: 'Found in', className: '@max-[18rem]:hidden' },
  { by: 'lastmod', label: 'Changed', className: '@max-[30rem]:hidden' },
  { by: 'depth', label: 'Depth', className: 'justify-self-end @max-[30rem]:hidden' },
]

/** The columns' names, each a button that sorts by it; the address brings the map's own order back. */
export function ListHead({ sort, onSort }: { sort: LinkSort; onSort: (sort: LinkSort) => void }) {
  return (
    <div
      role="rowgroup"
      className="shrink-0 overflow-hidden border-b border-line bg-panel text-xs text-muted [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div role="row" aria-rowindex={1} className={`${listColumns} h-6 coarse:h-10`}>
        <span role="columnheader">
          <span className="sr-only">Selected</span>
        </span>
        {columns.map(({ by, label, className }) => {
          const sorted = sort.by === by && (by !== 'order' || sort.down)
          const Arrow = sort.down ? ArrowDown : ArrowUp
          return (
            <span
              key={by}
              role="columnheader"
              aria-sort={!sorted ? 'none' : sort.down ? 'descending' : 'ascending'}
              className={className}
            >
              <button
                type="button"
                className="inline-flex h-6 items-center gap-1 -outline-offset-2 hover:text-text coarse:h-10"
                onClick={() => onSort({ by, down: sort.by === by && !sort.down })}
              >
                {label}
                {sorted && <Arrow size={12} aria-hidden />}
              </button>
            </span>
          )
        })}
      </div>
    </div>
  )
}
