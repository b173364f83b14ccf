'use client'
import { LibraryBig } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { ItemNoun, LibraryEntry } from './model/add-entry.ts'

const AddEntries = lazy(() => import('./add-entries.tsx').then(module => ({ default: module.AddEntries })))

export interface AddToLibraryProps {
  noun: ItemNoun
  /** Creates the entries on click. */
  entries: () => readonly LibraryEntry[]
  /** Number of entries, if the button adds several. */
  count?: number
  /** Note in the dialog that asks for the collection. */
  note?: string | null
  /** Shows only an icon. */
  compact?: boolean
  /** Adds the action to the palette; for the main button of a page. */
  inPalette?: boolean
}

/** Adds the shown or selected content to the team's library, after asking for the collection. */
export function AddToLibrary(props: AddToLibraryProps) {
  const { noun, entries, count, note = null, compact = false, inPalette = false } = props
  const label = count === undefined ? 'Add to library' : `Add ${formatCount(count)} to library`
  const [adding, setAdding] = useState<readonly LibraryEntry[] | null>(null)
  const open = () => setAdding(entries())
  return (
    <>
      {compact ? (
        <IconButton label={label} className="size-6 coarse:size-10" onClick={open}>
          <LibraryBig size={14} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="plain" onClick={open}>
          <LibraryBig size={14} aria-hidden />
          {label}
        </Button>
      )}
      {inPalette && <AddCommand label={label} run={open} />}
      <Suspense>
        {adding && <AddEntries noun={noun} entries={adding} note={note} onClose={() => setAdding(null)} />}
      </Suspense>
    </>
  )
}

function AddCommand({ label, run }: Pick<Command, 'label' | 'run'>) {
  useCommands([{ id: 'add-to-library', label, section: 'Send to', run }])
  return null
}
