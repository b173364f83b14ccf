'use client'
import { type RefObject, useEffect } from 'react'
import { findRanges } from '#components/documents/find-ranges.ts'
import { queryWords } from '#lib/client/rerank/mark-words.ts'

/** Marks the words of a question in what is drawn, without touching it: a passage may go on to the next page. */
export function useMarkedWords(panel: RefObject<HTMLElement | null>, query: string): void {
  useEffect(() => {
    const element = panel.current
    // Typed as always there; older browsers mark nothing.
    const highlights = CSS.highlights as HighlightRegistry | undefined
    if (element === null || query === '' || highlights === undefined) return
    const words = [...queryWords(query)]
    const mark = () => {
      highlights.set('asked', new Highlight(...words.flatMap(word => findRanges(element, word))))
    }
    mark()
    // What is drawn later, or piece by piece, is marked too.
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      highlights.delete('asked')
    }
  }, [panel, query])
}
