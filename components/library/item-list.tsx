'use client'

import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import { useRows } from '#components/ui/data/use-rows.ts'
import { addRange, type ItemSelection, toggleItems } from './model/item-selection.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { useLibraryRights } from './use-library-rights.ts'
import { useMediaQuery } from '#components/ui/use-media-query.ts'
import { FileText, Globe, Lock } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import type { Route } from 'next'
import { classNames } from '#components/ui/class-names.ts'
import { formatCount } from '#lib/client/format.ts'
import { itemPath } from './model/item-address.ts'
import { countChunks, toDay, toMinute, formatSource } from './model/format-item.ts'
import { ItemState } from './item-state.tsx'
import { RetryItem } from './retry-item.tsx'

// Loads the next page before the end of the list is visible.
const rowsAhead = 20

/** The item list; arrow keys or j and k move between rows, Space selects. */
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

  const toggle = (index: number, isRange: boolean) => {
    const item = items[index]
    if (item === undefined || !mayChange(item)) return
    const from = isRange ? lastToggled.current : null
    lastToggled.current = index
    onSelect(
      from === null
        ? toggleItems(selected, [item])
        : addRange(selected, items, { from, to: index, mayChange }),
    )
  }
  return (
    <div ref={scroller} className="scroll min-h-0 flex-1" id="library-items">
      <p id="library-keys" className="sr-only">
        Use the arrow keys to move between items, {adds && 'Space to select, '}Enter to open.
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
                index={index}
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

/** Row height: on phones a row is a card of three lines. */
function useItemPixels(): number {
  return useMediaQuery('(max-width: 639px)') ? 76 : 44
}

interface ItemRowProps {
  item: LibraryItem
  index: number
  selected: boolean
  tabStop: boolean
  onFocus: () => void
  /** `isRange`: selects from the last selected item to this one. */
  onToggle: (isRange: boolean) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** One item with its state and a link to its text. */
function ItemRow({ item, index, selected, tabStop, onFocus, onToggle, onKeyDown }: ItemRowProps) {
  const { id, kind, title, collection, chars, chunks, created, state } = item
  const { adds, mayChange } = useLibraryRights()
  const tabIndex = tabStop ? 0 : -1
  const Icon = kind === 'page' ? Globe : FileText
  return (
    <div
      className={classNames(
        'flex h-full items-center gap-1 border-b border-line pr-1 pl-3 max-sm:pl-2',
        selected && 'bg-sunken shadow-[inset_2px_0_var(--accent-text)]',
      )}
    >
      {mayChange(item) ? (
        <label className="grid size-6 shrink-0 place-items-center coarse:size-10">
          <input
            type="checkbox"
            aria-label={`Select ${title.slice(0, 200)}`}
            tabIndex={tabIndex}
            checked={selected}
            onChange={event =>
              onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
            onFocus={onFocus}
            className="size-4 accent-accent"
          />
        </label>
      ) : (
        adds && (
          <span
            title="Added by someone else"
            className="grid size-6 shrink-0 place-items-center text-muted coarse:size-10"
          >
            <Lock size={14} aria-hidden />
            <span className="sr-only">Added by someone else</span>
          </span>
        )
      )}
      <Link
        href={itemPath(id) as Route}
        data-place={index}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="grid h-full min-w-0 flex-1 grid-cols-[16px_minmax(0,1fr)_minmax(0,6rem)_8rem_8rem_5.5rem] items-center gap-x-3 px-1 text-xs text-muted -outline-offset-2 max-lg:grid-cols-[16px_minmax(0,1fr)_8rem_8rem] max-sm:grid-cols-[16px_minmax(0,1fr)_fit-content(55%)] max-sm:content-center"
      >
        <Icon size={16} aria-hidden />
        <span className="min-w-0 leading-4 max-sm:col-span-2">
          <span className="sr-only">{kind === 'page' ? 'Page: ' : 'Document: '}</span>
          <bdi className="block truncate text-sm text-text">{title}</bdi>
          <bdi dir="ltr" className="block truncate">
            {formatSource(item)}
          </bdi>
        </span>
        <bdi className="truncate max-lg:hidden">{collection}</bdi>
        <span className="leading-4 max-sm:col-start-2 max-sm:truncate">
          <span className="block max-sm:inline">{formatCount(chars)} characters</span>
          <span className="sm:hidden"> · </span>
          <span className="block max-sm:inline">{countChunks(chunks)}</span>
        </span>
        <ItemState item={item} />
        <time
          dateTime={new Date(created * 1000).toISOString()}
          title={toMinute(created)}
          className="text-right max-lg:hidden"
        >
          {toDay(created)}
        </time>
      </Link>
      {state === 'failed' && adds ? (
        <RetryItem item={item} tabIndex={tabIndex} />
      ) : (
        <span className="size-6 shrink-0 coarse:size-10 max-sm:hidden" />
      )}
    </div>
  )
}
