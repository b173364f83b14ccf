'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { allSelected } from './state/all-selected.ts'
import { selectRows } from './state/select-rows.ts'
import { nextFocus } from '#components/ui/next-focus.ts'
import { type SortColumn, sortRows, type TableSort } from './state/sort-rows.ts'
import { nameClusters } from './state/color-rows.ts'
import { useColored } from './use-colored.ts'
import { useFound } from './use-focus.ts'
import { useViewer, useViewerState } from './viewer-context.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { formatShare } from '#lib/client/format.ts'
import type { ModelColumn } from './state/viewer-state.ts'

const rowPixels = 32

/**
 * The texts of the map as a sortable table with the same selection: full access by keyboard and screen
 * reader.
 */
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
  const { clusters } = column
  const clusterNames = useMemo(
    () => (clusters.state === 'done' ? nameClusters(clusters.result.clusters) : null),
    [clusters],
  )
  const at = Math.min(active, order.length - 1)
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
    // The focused row stays mounted, or the table would lose its only tab stop when it scrolls out.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const range = Array.from({ length: endIndex - startIndex + 1 }, (_, index) => startIndex + index)
      return range.includes(at) || at < 0 ? range : [...range, at].toSorted((a, b) => a - b)
    },
  })
  const toggleSort = (by: SortColumn) => setSort({ by, down: sort.by === by && !sort.down })
  const select = (index: number, mode: 'toggle' | 'replace') => {
    const row = order[index]
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
                clusterNames={clusterNames}
                key={row}
                row={row}
                index={index}
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
      {order.length === 0 && <p className="px-4 py-3 text-muted">No matching texts</p>}
    </div>
  )
}

const columns: readonly { by: SortColumn; label: string; right?: boolean }[] = [
  { by: 'line', label: '#', right: true },
  { by: 'text', label: 'Text' },
  { by: 'group', label: 'Group' },
  { by: 'cluster', label: 'Cluster' },
  { by: 'fidelity', label: 'Kept', right: true },
  { by: 'distance', label: 'Distance', right: true },
]

/** Column headers, each a sort button. */
function TableHead({
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
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-canvas">
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

const dash = '–'

/** A text with its details. Space selects it, Enter shows its neighbors on the map. */
function TableRow({
  row,
  index,
  top,
  column,
  clusterNames,
  selected,
  tabStop,
  onFocus,
  onKeyDown,
  onToggle,
}: {
  row: number
  /** Position in the table, from 0. */
  index: number
  top: number
  column: ModelColumn
  clusterNames: ReadonlyMap<number, string> | null
  selected: boolean
  tabStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
}) {
  const { store } = useViewer()
  const given = useViewerState(state => state.shown?.rows[row])
  const { clusters, fidelity, neighbours, outcome } = column
  const cluster =
    clusters.state === 'done' ? clusterNames?.get(clusters.result.assignments[row] ?? -1) : undefined
  const share = fidelity.state === 'done' ? fidelity.result.shares[row] : undefined
  const distance = neighbours.find(each => each.index === row)?.distance
  const present = outcome?.vectors?.present[row] === 1
  const cells = [
    given?.text,
    given?.group ?? dash,
    present ? (cluster ?? dash) : 'no vector',
    share === undefined || Number.isNaN(share) ? dash : formatShare(share),
    distance === undefined ? dash : distance.toFixed(3),
  ]
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-place={index}
      tabIndex={tabStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onToggle}
      onPointerEnter={() => store.update(state => ({ ...state, hovered: row }))}
      onPointerLeave={() => store.update(state => ({ ...state, hovered: null }))}
      className={classNames(
        tableGrid,
        'absolute inset-x-0 h-8 cursor-pointer border-b border-line -outline-offset-2 hover:bg-hover',
        selected && 'bg-accent-soft',
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
            selected && 'border-accent-text bg-accent',
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

/** Columns of the table: checkbox, number, text, group, cluster, kept, distance. */
const tableGrid =
  'grid grid-cols-[24px_40px_minmax(11rem,1fr)_minmax(3.5rem,6.5rem)_minmax(4rem,7rem)_44px_58px] items-center gap-x-2 px-3'
