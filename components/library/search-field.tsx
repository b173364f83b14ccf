'use client'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { useLibraryPlace } from './use-library-place.ts'

const queryLengthMax = 4000

/** Asks the texts, not the titles; nothing is asked before Enter. */
export function SearchField() {
  const [{ find, collection }, go] = useLibraryPlace()
  const [written, setWritten] = useState({ asked: find, text: find })
  // Another question in the address, as the way back brings it, takes the place of what was written.
  const text = written.asked === find ? written.text : find
  return (
    <form
      role="search"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-panel px-4 py-2 max-sm:px-3"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') go({ find: text.trim() }, { step: true })
      }}
    >
      <div className="relative min-w-0 flex-1">
        <Search size={16} aria-hidden className="absolute top-1/2 left-2 -translate-y-1/2 text-muted" />
        <Input
          type="search"
          data-main-input
          aria-label="Search the library"
          placeholder={collection === null ? 'Ask what is kept here' : `Ask what is kept in ${collection}`}
          className="pl-8"
          maxLength={queryLengthMax}
          value={text}
          onChange={event => setWritten({ asked: find, text: event.target.value })}
        />
      </div>
      <Button type="submit" variant="go" disabled={text.trim() === ''} focusableWhenDisabled>
        Search
      </Button>
    </form>
  )
}
