'use client'
import { useEffect, useState } from 'react'

export interface ShownPieces {
  readonly shown: number
  /** All pieces are scheduled. */
  readonly goingOn: boolean
  readonly showAll: () => void
}

/** Number of rendered pieces of a long text: a few at first, then all of them in steps. */
export function useShownPieces(
  count: number,
  { first, step }: { readonly first: number; readonly step: number },
): ShownPieces {
  const [shown, setShown] = useState(first)
  const [all, setAll] = useState(false)
  const goingOn = all && shown < count
  useEffect(() => {
    if (!goingOn) return
    // One task each, so that the page handles input in between.
    const timer = setTimeout(() => setShown(before => before + step))
    return () => clearTimeout(timer)
  }, [goingOn, shown, step])
  return { shown: Math.min(shown, count), goingOn, showAll: () => setAll(true) }
}
