'use client'
import { useEffect, useState } from 'react'

export interface ShownPieces {
  readonly shown: number
  /** All of them are on their way. */
  readonly goingOn: boolean
  readonly showAll: () => void
}

/** How many pieces of a long text are drawn: a few at first, then all of them, one after the other. */
export function useShownPieces(count: number, first: number): ShownPieces {
  const [shown, setShown] = useState(first)
  const [all, setAll] = useState(false)
  const goingOn = all && shown < count
  useEffect(() => {
    if (!goingOn) return
    // A task each: between two of them the page takes keys and clicks.
    const timer = setTimeout(() => setShown(before => before + 1))
    return () => clearTimeout(timer)
  }, [goingOn, shown])
  return { shown: Math.min(shown, count), goingOn, showAll: () => setAll(true) }
}
