'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { nextFocus } from '#components/ui/next-focus.ts'

export interface Rows {
  readonly scroller: React.RefObject<HTMLDivElement | null>
  readonly items: readonly { readonly index: number; readonly start: number }[]
  readonly totalPixels: number
  /** The row in the tab order. */
  readonly active: number
  readonly setActive: (index: number) => void
  /** Arrow, Home, End and Page keys move between rows; focus goes to the row's `data-place` element. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Scrolls a row into view and focuses it. */
  readonly go: (index: number) => void
  /** Scrolls a row into view. */
  readonly reveal: (index: number) => void
}

/** Virtualized rows of a long list with a roving tabindex. */
export function useRows(count: number, rowPixels: number): Rows {
  const [chosen, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const active = Math.max(0, Math.min(chosen, count - 1))
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 8,
    // The focused row stays rendered, or the list would lose its only tab stop when it scrolls out.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const range = Array.from({ length: endIndex - startIndex + 1 }, (_, index) => startIndex + index)
      return range.includes(active) || count === 0 ? range : [...range, active].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => virtual.measure(), [virtual, rowPixels])

  const go = (index: number) => {
    setActive(index)
    virtual.scrollToIndex(index)
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-place="${index}"]`)
    const there = find()
    // Focus at once if it is rendered, so that the next key press goes to it.
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
    reveal: index => virtual.scrollToIndex(index),
    onKeyDown(event) {
      const next = nextFocus(event.key, active, count)
      if (next === null) return
      event.preventDefault()
      go(next)
    },
  }
}
