'use client'
import { type RefObject, useEffect, useState } from 'react'
import { findRanges } from './find-ranges.ts'

interface Found {
  readonly count: number
  /** Counts from 0. */
  readonly current: number
  readonly step: (by: number) => void
}

const none: readonly Range[] = []

/** Marks words in what is drawn, without touching it. `shown` names what is drawn: another is searched anew. */
export function useFind(panel: RefObject<HTMLElement | null>, words: string, shown: string): Found {
  const [ranges, setRanges] = useState(none)
  const [place, setPlace] = useState(0)
  const current = ranges.length === 0 ? 0 : ((place % ranges.length) + ranges.length) % ranges.length

  useEffect(() => {
    const element = panel.current
    if (element === null) return
    const search = () => setRanges(words === '' ? none : findRanges(element, words))
    const timer = setTimeout(() => {
      setPlace(0)
      search()
    })
    // What is drawn later, or piece by piece, is searched too.
    const observer = new MutationObserver(search)
    if (words !== '') observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [words, shown, panel])

  useEffect(() => {
    const range = ranges[current]
    // Typed as always there; older browsers count and scroll, and mark nothing.
    const highlights = CSS.highlights as HighlightRegistry | undefined
    highlights?.set('found', new Highlight(...ranges))
    highlights?.set('found-current', new Highlight(...(range ? [range] : [])))
    range?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    return () => {
      highlights?.delete('found')
      highlights?.delete('found-current')
    }
  }, [ranges, current])

  return { count: ranges.length, current, step: by => setPlace(current + by) }
}
