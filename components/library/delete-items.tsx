'use client'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { formatCount } from '#lib/client/format.ts'
import { countChunks, countItems } from './model/format-item.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { LibraryError } from './library-error.tsx'
import { useChange } from './use-change.ts'

const namedMax = 5
// Too many to review: the count must be typed to confirm.
const writtenFrom = 20

/** Deletes items after listing them and the consequences. */
export function DeleteItems({
  items,
  onClose,
  onDone,
  finalFocus,
}: {
  items: readonly LibraryItem[]
  onClose: () => void
  onDone: () => void
  /** Where the focus goes after the focused item is deleted. */
  finalFocus?: () => HTMLElement | null
}) {
  const [written, setWritten] = useState('')
  const deleted = useRef(false)
  const remove = useChange({ action: 'delete' })
  const count = items.length
  const isWritten = count < writtenFrom || written.trim() === String(count)
  const chunks = items.reduce((sum, item) => sum + item.chunks, 0)
  const what = count === 1 ? 'item' : countItems(count)
  const submit = () =>
    remove.mutate(
      items.map(({ id }) => id),
      {
        onSuccess(gone) {
          deleted.current = true
          showToast(`${countItems(gone.length)} deleted`)
          onDone()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${count === 1 ? 'this item' : what}?`}
      finalFocus={() => (deleted.current && finalFocus ? finalFocus() : true)}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          if (isWritten && !remove.isPending) submit()
        }}
      >
        <ul className="flex flex-col gap-0.5">
          {items.slice(0, namedMax).map(({ id, title }) => (
            <li key={id} className="truncate font-medium">
              <bdi>{title}</bdi>
            </li>
          ))}
          {count > namedMax && <li className="text-muted">and {formatCount(count - namedMax)} more</li>}
        </ul>
        <p className="text-muted">
          {count === 1 ? 'Its' : 'Their'} text, {countChunks(chunks)} and {count === 1 ? 'its' : 'their'}{' '}
          vectors are permanently deleted. Links to {count === 1 ? 'it' : 'them'} in earlier answers stop
          working.
        </p>
        {count >= writtenFrom && (
          <Field label={`Type ${count} to confirm`}>
            {ids => (
              <Input
                {...ids}
                inputMode="numeric"
                autoComplete="off"
                value={written}
                onChange={event => setWritten(event.target.value)}
              />
            )}
          </Field>
        )}
        {remove.error && <LibraryError error={remove.error} onRetry={submit} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="bad" disabled={!isWritten || remove.isPending} focusableWhenDisabled>
            {remove.isPending ? 'Deleting…' : `Delete ${what}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
