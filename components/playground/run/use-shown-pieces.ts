'use client'
import { useEffect, useState } from 'react'

export interface ShownPieces {
  readonly shown: number
  /** All of them are on their way. */
  readonly goingOn: boolean
  readonly showAll: () => void
}

/** How many pieces of a long text are drawn: a few at first, then all of them, some at a time. */
export function useShownPieces(
  count: number,
  { first, step }: { readonly first: number; readonly step: number },
): ShownPieces {
  const [shown, setShown] = useState(first)
  const [all, setAll] = useState(false)
  const goingOn = all && shown < count
  useEffect(() => {
    if (!goingOn) return
    // A task each: between two of them the page takes keys and clicks.
    const timer = setTimeout(() => setShown(before => before + step))
    return () => clearTimeout(timer)
  }, [goingOn, shown, step])
  return { shown: Math.min(shown, count), goingOn, showAll: () => setAll(true) }
}
