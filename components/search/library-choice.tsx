'use client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Switch } from '#components/ui/switch.tsx'
import { Toggles } from '#components/ui/toggles.tsx'
import { type LibraryPart, readLibraryPart, writeLibraryPart } from '#lib/client/search/library-part.ts'
import { statusQuery } from '#lib/client/library/library-status.ts'

/** Whether a search looks into the team's library, and into which collections of it. */
export function LibraryChoice({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const id = useId()
  const part = readLibraryPart(value)
  const change = (next: LibraryPart) => onChange(writeLibraryPart(next))
  return (
    <div data-field="params.library" className="flex flex-col gap-1">
      <div className="flex items-center gap-x-3">
        <label htmlFor={id} className="w-22 text-xs text-muted">
          Your library
        </label>
        <Switch
          id={id}
          checked={part !== 'none'}
          onChange={on => change(on ? 'all' : 'none')}
          aria-describedby={`${id}-help`}
        />
        <span id={`${id}-help`} className="text-xs text-muted">
          {part === 'none' ? 'is left out' : 'is searched, too'}
        </span>
      </div>
      {part !== 'none' && <Collections chosen={part === 'all' ? [] : part} onChange={change} />}
    </div>
  )
}

function Collections({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (part: LibraryPart) => void
}) {
  const [open, setOpen] = useState(false)
  // Asked for when it is looked for: most searches take all of the library.
  const { data: status, isPending, isError } = useQuery({ ...statusQuery, enabled: open })
  const known = status?.collections.map(({ name }) => name) ?? []
  const options = [...known, ...chosen.filter(name => !known.includes(name))]
  return (
    <details
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
      className="text-xs text-muted sm:pl-25"
    >
      <summary className="w-fit cursor-pointer py-0.5 hover:text-text">
        {chosen.length === 0 ? 'All collections' : `Only ${chosen.join(', ')}`}
      </summary>
      <div className="flex flex-col gap-1 py-1">
        {options.length > 0 && (
          <Toggles
            label="Collections"
            options={options}
            values={chosen}
            placeholder={[]}
            onChange={names => onChange(names.length === 0 ? 'all' : names)}
          />
        )}
        {open && isPending && <p>Looking for collections.</p>}
        {isError && <p>The collections could not be read: all of them are searched.</p>}
        {status && known.length === 0 && <p>There is no collection yet.</p>}
        {status && known.length > 0 && chosen.length === 0 && <p>With none chosen, all are searched.</p>}
      </div>
    </details>
  )
}
