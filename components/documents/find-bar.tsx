'use client'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { formatCount } from '#lib/client/format.ts'
import { useFind } from './use-find.ts'

/** Finds words in what is shown, and goes from one place to the next. */
export function FindBar({ panel, shown }: { panel: RefObject<HTMLElement | null>; shown: string }) {
  const [words, setWords] = useState('')
  const { count, current, step } = useFind(panel, words, shown)
  return (
    <div className="flex items-center gap-1 py-1">
      <Input
        type="search"
        aria-label="Find in the document"
        placeholder="Find"
        className="h-6 w-32 text-xs"
        value={words}
        onChange={event => setWords(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          step(event.shiftKey ? -1 : 1)
        }}
      />
      <span role="status" className="min-w-12 text-xs text-muted">
        {words !== '' && (count === 0 ? 'nothing' : `${formatCount(current + 1)} of ${formatCount(count)}`)}
      </span>
      {count > 0 && (
        <>
          <IconButton label="Previous place" className="size-6" onClick={() => step(-1)}>
            <ChevronUp size={14} aria-hidden />
          </IconButton>
          <IconButton label="Next place" className="size-6" onClick={() => step(1)}>
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  )
}
