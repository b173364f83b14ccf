'use client'
import { useMutation } from '@tanstack/react-query'
import { FolderInput, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLibraryRights } from './use-library-rights.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.ts'
import { countItems } from '#lib/client/library/item-words.ts'
import { type ItemSelection, nothingSelected } from '#lib/client/library/item-selection.ts'
import { type ItemFilter, listAllItems } from '#lib/client/library/list-items.ts'

const DeleteItems = lazy(() => import('./delete-items.tsx').then(module => ({ default: module.DeleteItems })))
const MoveItems = lazy(() => import('./move-items.tsx').then(module => ({ default: module.MoveItems })))

/** What is chosen, and what can be done with it. */
export function SelectionBar({
  filter,
  more,
  selected,
  onSelect,
}: {
  filter: ItemFilter
  /** There are more than those listed. */
  more: boolean
  selected: ItemSelection
  onSelect: (selected: ItemSelection) => void
}) {
  const { adds, manages, mayChange } = useLibraryRights()
  const [dialog, setDialog] = useState<'delete' | 'move' | null>(null)
  const all = useMutation({
    mutationFn: () => listAllItems(filter, new AbortController().signal),
    onSuccess: items => onSelect(new Map(items.filter(mayChange).map(item => [item.id, item]))),
    onError: error => showToast('Not all could be selected', { description: error.message }),
  })
  const { size } = selected
  useCommands([
    {
      id: 'delete-items',
      label: 'Delete what is selected',
      section: 'Run',
      shortcut: { key: 'Delete' },
      enabled: () => size > 0,
      run: () => setDialog('delete'),
    },
  ])
  const done = () => {
    setDialog(null)
    onSelect(nothingSelected)
  }
  const items = [...selected.values()]
  if (!adds) return null
  return (
    <div
      role="group"
      aria-label="Selection"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-1 border-t border-line bg-panel py-1 pr-3 pl-4 text-xs coarse:min-h-12 max-sm:pl-3"
    >
      <span role="status" className={size > 0 ? 'mr-2' : 'mr-2 text-muted'}>
        {size > 0
          ? `${countItems(size)} selected`
          : `Select ${manages ? 'items' : 'your own items'} to delete or move them`}
      </span>
      {size > 0 && (
        <>
          {more && (
            <Button
              variant="plain"
              disabled={all.isPending}
              focusableWhenDisabled
              onClick={() => all.mutate()}
            >
              {all.isPending ? 'Selecting …' : 'Select all that fit'}
            </Button>
          )}
          <Button variant="plain" onClick={() => onSelect(nothingSelected)}>
            Clear
          </Button>
          <span className="ml-auto flex gap-1">
            <Button onClick={() => setDialog('move')}>
              <FolderInput size={14} aria-hidden />
              Move
            </Button>
            <Button variant="bad" onClick={() => setDialog('delete')}>
              <Trash2 size={14} aria-hidden />
              Delete
            </Button>
          </span>
        </>
      )}
      <Suspense>
        {dialog === 'delete' && (
          <DeleteItems items={items} onClose={() => setDialog(null)} onDone={done} finalFocus={nearestItem} />
        )}
        {dialog === 'move' && <MoveItems items={items} onClose={() => setDialog(null)} onDone={done} />}
      </Suspense>
    </div>
  )
}

/** The item that took the place of the one with the focus; where none is left, the search. */
function nearestItem(): HTMLElement | null {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  return find('#library-items [data-place][tabindex="0"]') ?? find('[data-main-input]')
}
