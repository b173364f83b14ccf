'use client'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { keepFocusOnRow } from './keep-focus-on-row.ts'
import { nextFocus } from '#components/ui/next-focus.ts'
import { type RowOrder, useVirtualRows } from './use-virtual-rows.ts'

export type RowAction = 'mark' | 'mark-all' | 'read' | 'visit'

export interface RowsGridProps {
  label: string
  rows: RowOrder
  /** The rowgroup with the column headers. */
  head: ReactNode
  /** Rows are multi-selectable. */
  selectable?: boolean
  /** Shown without any rows. */
  empty: string
  row: (position: RowPosition) => ReactNode
  /** Action on a row; `mark-all` applies to all rows. */
  onAction: (action: RowAction, key: number) => void
}

export interface RowPosition {
  readonly key: number
  /** From 0. */
  readonly index: number
  readonly top: number
  readonly tabStop: boolean
}

/**
 * Virtualized rows of links: arrow keys move, Space selects, Enter opens in the panel, Shift+Enter opens the
 * site.
 */
export function RowsGrid({ label, rows, head, selectable = false, empty, row, onAction }: RowsGridProps) {
  const [active, setActive] = useState(-1)
  const at = Math.max(0, rows.indexOf(active))
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useVirtualRows(scroller, rows, at)

  const go = (key: number) => {
    setActive(key)
    shown.focus(key)
  }
  const press = (event: KeyboardEvent) => {
    const key = rows.keyAt(at)
    const onRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined
    if (key === -1 || event.altKey || !onRow) return
    const mod = event.metaKey || event.ctrlKey
    const action = toRowAction(event.key, mod, event.shiftKey)
    const next = action === null && !mod ? nextFocus(event.key, at, rows.count) : null
    if (action === null && next === null) return
    event.preventDefault()
    if (action !== null) onAction(action, key)
    else if (next !== null) go(rows.keyAt(next))
  }
  const click = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const key = Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)
    if (key === -1) return
    go(key)
    const action = target?.closest<HTMLElement>('[data-act]')?.dataset['act']
    if (action === 'mark') return onAction('mark', key)
    // With a modifier the browser opens the site in a new tab.
    if (action !== 'read' || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onAction('read', key)
  }

  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-multiselectable={selectable || undefined}
      tabIndex={-1}
      onKeyDown={press}
      onClick={click}
      onMouseDown={keepFocusOnRow}
      onFocus={event => setActive(Number(event.target.dataset['row'] ?? active))}
      className="flex min-h-0 flex-1 flex-col"
    >
      {head}
      <div ref={scroller} role="presentation" className="scroll min-h-0 flex-1 [overflow-anchor:none]">
        {rows.count === 0 ? (
          <p className="px-4 py-3 text-muted">{empty}</p>
        ) : (
          <div role="rowgroup" className="relative" style={{ height: shown.totalPixels }}>
            {shown.items.map(({ index, start }) =>
              row({ key: rows.keyAt(index), index, top: start, tabStop: index === at }),
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function toRowAction(key: string, mod: boolean, shift: boolean): RowAction | null {
  if (mod) return key.toLowerCase() === 'a' ? 'mark-all' : null
  if (key === ' ') return 'mark'
  if (key !== 'Enter') return null
  return shift ? 'visit' : 'read'
}
