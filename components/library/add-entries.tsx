'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState, useEffect, useRef } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import { type ItemNoun, type LibraryEntry, addEntry } from './model/add-entry.ts'
import { itemPath } from './model/item-address.ts'
import { writeLibrarySearchParams } from './model/library-search-params.ts'
import { CollectionField } from './collection-field.tsx'
import { LibraryFailure } from './model/library-failure.ts'
import { type EachOutcome, type EachProgress, runEach } from './model/run-each.ts'
import { useQueryClient } from '@tanstack/react-query'
import { libraryKey } from './model/list-items.ts'

const defaultCollection = 'default'
// Default to the collection that was used last.
let lastCollection = ''

/** Asks for the collection, adds the entries to it, and lists the failures. */
export function AddEntries({
  noun,
  entries,
  note,
  onClose,
}: {
  noun: ItemNoun
  entries: readonly LibraryEntry[]
  note: string | null
  onClose: () => void
}) {
  const router = useRouter()
  const [collection, setCollection] = useState(lastCollection)
  const tell = ({ outcome, ids, collection: name }: AddedEntries) => {
    const { done, failed, left } = outcome
    if (done.length === 0) return
    // Two URLs of one page are one item.
    const items = [...new Set(ids)]
    const [id, ...others] = items
    const path =
      id !== undefined && others.length === 0
        ? itemPath(id)
        : `/library${writeLibrarySearchParams({ collection: name, title: '', state: null, find: '' })}`
    showToast(`${formatCountOf(items.length, noun)} added to ${name}`, {
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
    void add(again, lastCollection || defaultCollection)
  }
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={`Add ${formatCountOf(entries.length, noun)} to the library`}
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
            text={`${adding.progress.done} of ${formatCountOf(adding.progress.total, noun)}`}
          />
        )}
        <p role="status" className="text-xs text-muted">
          {going && `Adding ${formatCountOf(adding.progress.total, noun)}…`}
          {adding.step === 'ended' && `${formatCount(adding.outcome.done.length)} added`}
        </p>
        {adding.step === 'ended' && <AddFailures outcome={adding.outcome} />}
        <div className="flex justify-end gap-2">
          {going && <Button onClick={stop}>Stop</Button>}
          <Button type="submit" variant="go" disabled={going || again.length === 0} focusableWhenDisabled>
            {adding.step === 'ended' ? `Retry ${formatCountOf(again.length, noun)}` : 'Add to library'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function toDescription(entries: readonly LibraryEntry[]): string {
  if (entries.length === 0) return 'There is no text to add.'
  return entries.some(({ kind }) => kind === 'link')
    ? 'Fetches the pages, four at a time, and saves their text.'
    : 'Saves the text shown here without fetching it again. Keyword search finds it at once, semantic search after indexing.'
}

const namedMax = 5

/** Entries that failed, each with its reason, and the number skipped after a stop. */
function AddFailures({ outcome }: { outcome: EachOutcome<LibraryEntry> }) {
  const { failed, left } = outcome
  return (
    <div className="flex flex-col gap-1 text-xs">
      {failed.length > 0 && (
        <div role="alert">
          <p className="text-bad">{formatCount(failed.length)} could not be added:</p>
          <ul className="flex flex-col gap-1">
            {failed.slice(0, namedMax).map(({ item, error }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same file can be listed twice
              <li key={index} className="break-words">
                <bdi className="font-medium">{nameOf(item)}</bdi>: {error.message}
                {error instanceof LibraryFailure && error.requestId !== null && (
                  <span className="font-mono text-muted"> {error.requestId}</span>
                )}
              </li>
            ))}
          </ul>
          {failed.length > namedMax && <p>and {formatCount(failed.length - namedMax)} more</p>}
        </div>
      )}
      {left.length > 0 && <p className="text-muted">{formatCount(left.length)} not added: stopped.</p>}
    </div>
  )
}

function nameOf(entry: LibraryEntry): string {
  return entry.kind === 'link' ? entry.url : entry.title
}

type Adding =
  | { readonly step: 'choosing' }
  | { readonly step: 'adding'; readonly progress: EachProgress }
  | { readonly step: 'ended'; readonly outcome: EachOutcome<LibraryEntry> }

/** Adds entries, four at a time, until all are added or it is stopped. */
function useAdding(onAdded: (added: AddedEntries) => void): {
  readonly adding: Adding
  readonly add: (entries: readonly LibraryEntry[], collection: string) => Promise<void>
  readonly stop: () => void
} {
  const queries = useQueryClient()
  const [adding, setAdding] = useState<Adding>({ step: 'choosing' })
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    adding,
    async add(entries, collection) {
      const mine = new AbortController()
      controller.current = mine
      setAdding({ step: 'adding', progress: { done: 0, total: entries.length } })
      const ids: string[] = []
      const outcome = await runEach(
        entries,
        async (entry, signal) => {
          ids.push(await addEntry(entry, collection, signal))
        },
        { signal: mine.signal, onProgress: progress => setAdding({ step: 'adding', progress }) },
      )
      void queries.invalidateQueries({ queryKey: libraryKey })
      setAdding({ step: 'ended', outcome })
      onAdded({ outcome, ids, collection })
    },
    stop: () => controller.current?.abort(),
  }
}

interface AddedEntries {
  readonly outcome: EachOutcome<LibraryEntry>
  /** Ids of the created items. */
  readonly ids: readonly string[]
  readonly collection: string
}
