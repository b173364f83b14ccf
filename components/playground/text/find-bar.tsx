'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useState, useEffect } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { formatCount } from '#lib/client/format.ts'
import { findRanges } from './find-ranges.ts'

/** Finds text in the current view, and moves between matches. */
export function FindBar({ panel, shown }: { panel: RefObject<HTMLElement | null>; shown: string }) {
  const [query, setQuery] = useState('')
  const { count, current, step } = useFind(panel, query, shown)
  return (
    <div className="flex items-center gap-1 py-1">
      <Input
        type="search"
        aria-label="Find in document"
        placeholder="Find"
        className="h-6 w-32 text-xs"
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          step(event.shiftKey ? -1 : 1)
        }}
      />
      <span role="status" className="min-w-12 text-xs text-muted">
        {query !== '' && (count === 0 ? 'nothing' : `${formatCount(current + 1)} of ${formatCount(count)}`)}
      </span>
      {count > 0 && (
        <>
          <IconButton label="Previous match" className="size-6" onClick={() => step(-1)}>
            <ChevronUp size={14} aria-hidden />
          </IconButton>
          <IconButton label="Next match" className="size-6" onClick={() => step(1)}>
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  )
}

interface Found {
  readonly count: number
  /** Counts from 0. */
  readonly current: number
  readonly step: (by: number) => void
}

const none: readonly Range[] = []

/**
 * Highlights matches in the DOM without changing it. `shown` identifies the current view: a change searches
 * again.
 */
function useFind(panel: RefObject<HTMLElement | null>, query: string, shown: string): Found {
  const [ranges, setRanges] = useState(none)
  const [index, setIndex] = useState(0)
  const current = ranges.length === 0 ? 0 : ((index % ranges.length) + ranges.length) % ranges.length

  useEffect(() => {
    const element = panel.current
    if (element === null) return
    const search = () => setRanges(query === '' ? none : findRanges(element, query))
    const timer = setTimeout(() => {
      setIndex(0)
      search()
    })
    // Content rendered later or in steps is searched too.
    const observer = new MutationObserver(search)
    if (query !== '') observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [query, shown, panel])

  useEffect(() => {
    const range = ranges[current]
    // Typed as always available; older browsers count and scroll without highlights.
    const highlights = CSS.highlights as HighlightRegistry | undefined
    highlights?.set('found', new Highlight(...ranges))
    highlights?.set('found-current', new Highlight(...(range ? [range] : [])))
    range?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    return () => {
      highlights?.delete('found')
      highlights?.delete('found-current')
    }
  }, [ranges, current])

  return { count: ranges.length, current, step: by => setIndex(current + by) }
}
