'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { showToast } from '#components/ui/toast.ts'
import { formatCount } from '#lib/client/format.ts'
import type { LibraryEntry } from '#lib/client/library/add-entry.ts'
import { itemPath } from '#lib/client/library/item-address.ts'
import { countNoun, type KeptNoun } from '#lib/client/library/kept-words.ts'
import { writePlace } from '#lib/client/library/library-place.ts'
import { AddFailures } from './add-failures.tsx'
import { CollectionField } from './collection-field.tsx'
import { type AddedEntries, useAdding } from './use-adding.ts'

const usualCollection = 'default'
// What was chosen last is most often meant again.
let lastCollection = ''

/** Asks for the collection, keeps the entries there, and names those that could not be kept. */
export function AddEntries({
  noun,
  entries,
  note,
  onClose,
}: {
  noun: KeptNoun
  entries: readonly LibraryEntry[]
  note: string | null
  onClose: () => void
}) {
  const router = useRouter()
  const [collection, setCollection] = useState(lastCollection)
  const tell = ({ outcome, ids, collection: name }: AddedEntries) => {
    const { done, failed, left } = outcome
    if (done.length === 0) return
    const [id, ...others] = ids
    const path =
      id !== undefined && others.length === 0
        ? itemPath(id)
        : `/library${writePlace({ collection: name, title: '', state: null, find: '' })}`
    showToast(`${countNoun(done.length, noun)} added to ${name}`, {
      action: { label: 'Open', onSelect: () => router.push(path as Route) },
    })
    if (failed.length === 0 && left.length === 0) onClose()
  }
  const { adding, add, stop } = useAdding(tell)
  const going = adding.step === 'adding'
  const again =
    adding.step === 'ended'
      ? [...adding.outcome.failed.map(({ item }) => item), ...adding.outcome.left]
      : entries
  const submit = () => {
    lastCollection = collection.trim()
    void add(again, lastCollection || usualCollection)
  }
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={`Add ${countNoun(entries.length, noun)} to the library`}
      description={[toDescription(entries), note].filter(Boolean).join(' ')}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          if (!going && again.length > 0) submit()
        }}
      >
        <CollectionField value={collection} onChange={setCollection} />
        {going && (
          <Progress
            label="Added"
            value={adding.progress.done}
            max={adding.progress.total}
            text={`${adding.progress.done} of ${countNoun(adding.progress.total, noun)}`}
          />
        )}
        <p role="status" className="text-xs text-muted">
          {going && `Adding ${countNoun(adding.progress.total, noun)} …`}
          {adding.step === 'ended' && `${formatCount(adding.outcome.done.length)} added`}
        </p>
        {adding.step === 'ended' && <AddFailures outcome={adding.outcome} />}
        <div className="flex justify-end gap-2">
          {going && <Button onClick={stop}>Stop</Button>}
          <Button type="submit" variant="go" disabled={going || again.length === 0} focusableWhenDisabled>
            {adding.step === 'ended' ? `Try ${countNoun(again.length, noun)} again` : 'Add to library'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function toDescription(entries: readonly LibraryEntry[]): string {
  if (entries.length === 0) return 'There is no text here that could be kept.'
  return entries.some(({ kind }) => kind === 'link')
    ? 'Each page is read, four at a time, and kept as text.'
    : 'The text that is here is kept; nothing is fetched again. It is found by its words at once, and by its meaning when it is indexed.'
}
