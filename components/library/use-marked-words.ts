'use client'
import { type RefObject, useEffect } from 'react'
import { findRanges } from '#components/documents/find-ranges.ts'
import { queryWords } from '#lib/client/rerank/mark-words.ts'

/** Marks the words of a question in the page that the address names, without touching what is drawn. */
export function useMarkedWords(panel: RefObject<HTMLElement | null>, query: string): void {
  useEffect(() => {
    const element = panel.current
    // Typed as always there; older browsers mark nothing.
    const highlights = CSS.highlights as HighlightRegistry | undefined
    if (element === null || query === '' || highlights === undefined) return
    const words = [...queryWords(query)]
    const mark = () => {
      const page = element.querySelector<HTMLElement>('[aria-current]') ?? element
      highlights.set('asked', new Highlight(...words.flatMap(word => findRanges(page, word))))
    }
    mark()
    // What is drawn later, or piece by piece, is marked too.
    const observer = new MutationObserver(mark)
    observer.observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['aria-current'],
    })
    return () => {
      observer.disconnect()
      highlights.delete('asked')
    }
  }, [panel, query])
}
