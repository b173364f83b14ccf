'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import { useRows } from '#components/ui/use-rows.ts'
import { addRange, type ItemSelection, toggleItems } from '#lib/client/library/item-selection.ts'
import type { LibraryItem } from '#lib/contracts/library-item.ts'
import { ItemRow } from './item-row.tsx'
import { useLibraryRights } from './use-library-rights.ts'
import { useItemPixels } from './use-item-pixels.ts'

// So that the next ones are here before the end of the list is in sight.
const rowsAhead = 20

/** A row for each item; the arrows, or j and k, go from row to row, the space bar selects. */
export function ItemList({
  items,
  selected,
  onSelect,
  more,
  onMore,
}: {
  items: readonly LibraryItem[]
  selected: ItemSelection
  onSelect: (selected: ItemSelection) => void
  more: boolean
  onMore: () => void
}) {
  const { adds, mayChange } = useLibraryRights()
  const rowPixels = useItemPixels()
  const rows = useRows(items.length, rowPixels)
  const lastToggled = useRef<number | null>(null)
  const { scroller, active, go } = rows
  const isInList = () => scroller.current?.contains(document.activeElement) ?? false

  const lastInSight = rows.items.at(-1)?.index ?? 0
  const wanted = more && lastInSight + rowsAhead >= items.length
  const load = useEffectEvent(onMore)
  useEffect(() => {
    if (wanted) load()
  }, [wanted, items.length])

  const step = (by: number) => go(isInList() ? Math.min(Math.max(active + by, 0), items.length - 1) : active)
  useCommands([
    { id: 'next-item', label: 'Next item', section: 'View', shortcut: { key: 'j' }, run: () => step(1) },
    {
      id: 'previous-item',
      label: 'Previous item',
      section: 'View',
      shortcut: { key: 'k' },
      run: () => step(-1),
    },
  ])

  const toggle = (place: number, isRange: boolean) => {
    const item = items[place]
    if (item === undefined || !mayChange(item)) return
    const from = isRange ? lastToggled.current : null
    lastToggled.current = place
    onSelect(
      from === null
        ? toggleItems(selected, [item])
        : addRange(selected, items, { from, to: place, mayChange }),
    )
  }
  return (
    <div ref={scroller} className="scroll min-h-0 flex-1" id="library-items">
      <p id="library-keys" className="sr-only">
        The arrow keys go from item to item, {adds && 'the space bar selects, '}Enter opens.
      </p>
      <ul
        aria-label="Items"
        aria-describedby="library-keys"
        className="relative"
        style={{ height: rows.totalPixels }}
      >
        {rows.items.map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={item.id}
              aria-setsize={more ? -1 : items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0"
              style={{ top: start, height: rowPixels }}
            >
              <ItemRow
                item={item}
                place={index}
                selected={selected.has(item.id)}
                tabStop={index === active}
                onFocus={() => rows.setActive(index)}
                onToggle={isRange => toggle(index, isRange)}
                onKeyDown={event => {
                  if (event.key !== ' ') return rows.onKeyDown(event)
                  event.preventDefault()
                  toggle(index, event.shiftKey)
                }}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
