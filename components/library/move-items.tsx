'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { countItems } from './model/format-item.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { CollectionField } from './collection-field.tsx'
import { LibraryError } from './library-error.tsx'
import { useChange } from './use-change.ts'

/** Moves items to an existing or new collection. */
export function MoveItems({
  items,
  onClose,
  onDone,
}: {
  items: readonly LibraryItem[]
  onClose: () => void
  onDone: () => void
}) {
  const [collection, setCollection] = useState('')
  const move = useChange({ action: 'move', collection: collection.trim() })
  const submit = () =>
    move.mutate(
      items.map(({ id }) => id),
      {
        onSuccess(moved) {
          showToast(`${countItems(moved.length)} moved to ${collection.trim()}`)
          onDone()
        },
      },
    )
  return (
    <Dialog open onClose={onClose} title={`Move ${countItems(items.length)}`}>
      <form
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          if (collection.trim() !== '' && !move.isPending) submit()
        }}
      >
        <CollectionField value={collection} onChange={setCollection} />
        {move.error && <LibraryError error={move.error} onRetry={submit} />}
        <Button
          type="submit"
          variant="go"
          className="self-end"
          disabled={collection.trim() === '' || move.isPending}
          focusableWhenDisabled
        >
          Move {countItems(items.length)}
        </Button>
      </form>
    </Dialog>
  )
}
