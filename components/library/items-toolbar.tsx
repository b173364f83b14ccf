'use client'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { formatCount } from '#lib/client/format.ts'
import { type ItemSelection, toggleItems } from '#lib/client/library/item-selection.ts'
import { itemStates } from '#lib/client/library/library-place.ts'
import type { LibraryItem } from '#lib/contracts/library-item.ts'
import { useLibraryPlace } from './use-library-place.ts'
import { useLibraryRights } from './use-library-rights.ts'

const states = [
  { value: 'any', label: 'In any state' },
  { value: 'queued', label: 'Queued' },
  { value: 'indexed', label: 'Indexed' },
  { value: 'failed', label: 'Failed' },
]
const titleLengthMax = 200

/** Narrows the list down, and takes in all of it. */
export function ItemsToolbar({
  items,
  more,
  selected,
  onSelect,
}: {
  items: readonly LibraryItem[]
  /** There are more than those loaded. */
  more: boolean
  selected: ItemSelection
  onSelect: (selected: ItemSelection) => void
}) {
  const [{ title, state }, go] = useLibraryPlace()
  const { adds, mayChange } = useLibraryRights()
  const changeable = items.filter(mayChange)
  const chosen = changeable.filter(({ id }) => selected.has(id)).length
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel py-1.5 pr-3 pl-4 max-sm:pl-3">
      {adds && (
        <label className="-ml-1 grid size-6 place-items-center coarse:size-10">
          <input
            type="checkbox"
            aria-label="Select all that are listed"
            ref={box => {
              if (box) box.indeterminate = chosen > 0 && chosen < changeable.length
            }}
            checked={changeable.length > 0 && chosen === changeable.length}
            disabled={changeable.length === 0}
            onChange={() => onSelect(toggleItems(selected, changeable))}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <Input
        type="search"
        aria-label="Filter by title"
        placeholder="Filter by title"
        maxLength={titleLengthMax}
        className="w-auto min-w-28 flex-1 sm:max-w-72"
        value={title}
        onChange={event => go({ title: event.target.value })}
      />
      <Select
        label="State"
        className="w-32"
        choices={states}
        value={state ?? 'any'}
        onChange={next => go({ state: itemStates.find(each => each === next) ?? null })}
      />
      <span role="status" className="ml-auto text-xs text-muted">
        {formatCount(items.length)}
        {more && '+'} {items.length === 1 && !more ? 'item' : 'items'}
      </span>
    </div>
  )
}
