'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { allSelected } from './state/all-selected.ts'
import { selectRows } from './state/select-rows.ts'
import { nextFocus } from '#components/ui/next-focus.ts'
import { type SortColumn, sortRows, type TableSort } from './state/sort-rows.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useColored } from './use-colored.ts'
import { useFound } from './use-focus.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

const rowPixels = 32

/** The same texts as the map, sortable, with the same selection: the complete way in by keyboard and screen reader. */
export function TableView() {
  const shown = useViewerState(state => state.shown)
  const column = shown?.columns[0]
  if (!shown || !column) return null
  return <RowsTable key={shown.id} rows={shown.rows} column={column} />
}

type Shown = NonNullable<ReturnType<ReturnType<typeof useViewer>['store']['read']>['shown']>

function RowsTable({ rows, column }: { rows: Shown['rows']; column: Shown['columns'][number] }) {
  const viewer = useViewer()
  const colored = useColored(column)
  const found = useFound()
  const selection = useViewerState(state => state.selection)
  const hidden = useViewerState(state => state.hidden)
  const [sort, setSort] = useState<TableSort>({ by: 'line', down: false })
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const order = useMemo(
    () => sortRows({ rows, column, colored, found, hidden, sort }),
    [rows, column, colored, found, hidden, sort],
  )
  const all = useMemo(() => allSelected(order, selection), [order, selection])
  const at = Math.min(active, order.length - 1)
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
    // The row with the focus stays, or the table would lose its only tab stop when it scrolls out.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const range = Array.from({ length: endIndex - startIndex + 1 }, (_, index) => startIndex + index)
      return range.includes(at) || at < 0 ? range : [...range, at].toSorted((a, b) => a - b)
    },
  })
  const toggleSort = (by: SortColumn) => setSort({ by, down: sort.by === by && !sort.down })
  const select = (place: number, mode: 'toggle' | 'replace') => {
    const row = order[place]
    if (row !== undefined) viewer.store.update(state => selectRows(state, [row], mode))
  }
  const press = (event: KeyboardEvent) => {
    const next = nextFocus(event.key, at, order.length)
    if (next !== null) {
      event.preventDefault()
      setActive(next)
      virtual.scrollToIndex(next)
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus(),
      )
      return
    }
    if (event.key === ' ') select(at, 'toggle')
    if (event.key === 'Enter') viewer.anchorRow(order[at] ?? null)
    if (event.key === 'Enter') viewer.store.update(state => ({ ...state, view: 'map' }))
    if (event.key === ' ' || event.key === 'Enter') event.preventDefault()
  }
  return (
    <div ref={scroller} className="scroll h-full">
      <div
        role="grid"
        aria-label="Texts"
        aria-rowcount={order.length + 1}
        aria-multiselectable
        className="min-w-[36rem] text-xs"
      >
        <TableHead
          sort={sort}
          onSort={toggleSort}
          all={all}
          onAll={all => viewer.store.update(state => selectRows(state, all ? order : [], 'replace'))}
        />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = order[index] ?? 0
            return (
              <TableRow
                key={row}
                row={row}
                place={index}
                top={start}
                column={column}
                selected={selection.has(row)}
                tabStop={index === at}
                onFocus={() => setActive(index)}
                onKeyDown={press}
                onToggle={() => select(index, 'toggle')}
              />
            )
          })}
        </div>
      </div>
      {order.length === 0 && <p className="px-4 py-3 text-muted">No text fits.</p>}
    </div>
  )
}
