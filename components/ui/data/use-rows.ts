'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { nextFocus } from '#components/ui/next-focus.ts'

export interface Rows {
  readonly scroller: React.RefObject<HTMLDivElement | null>
  readonly items: readonly { readonly index: number; readonly start: number }[]
  readonly totalPixels: number
  /** The one row that Tab reaches. */
  readonly active: number
  readonly setActive: (place: number) => void
  /** Arrows, Home, End and the page keys go from row to row; the focus lands on its `data-place`. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Brings a row into sight and gives it the keyboard. */
  readonly go: (place: number) => void
  /** Brings a row into sight. */
  readonly reveal: (place: number) => void
}

/** The rows in sight of a long list with one tab stop. */
export function useRows(count: number, rowPixels: number): Rows {
  const [chosen, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const active = Math.max(0, Math.min(chosen, count - 1))
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 8,
    // The row with the focus stays, or the list would lose its only tab stop when it scrolls out.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const range = Array.from({ length: endIndex - startIndex + 1 }, (_, index) => startIndex + index)
      return range.includes(active) || count === 0 ? range : [...range, active].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => virtual.measure(), [virtual, rowPixels])

  const go = (place: number) => {
    setActive(place)
    virtual.scrollToIndex(place)
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)
    const there = find()
    // At once where it is drawn, so that the next key is already for it.
    if (there) there.focus()
    else requestAnimationFrame(() => find()?.focus())
  }
  return {
    scroller,
    items: virtual.getVirtualItems(),
    totalPixels: virtual.getTotalSize(),
    active,
    setActive,
    go,
    reveal: place => virtual.scrollToIndex(place),
    onKeyDown(event) {
      const next = nextFocus(event.key, active, count)
      if (next === null) return
      event.preventDefault()
      go(next)
    },
  }
}
