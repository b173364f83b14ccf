'use client'

import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useMediaQuery } from '#components/ui/use-media-query.ts'

export interface RowOrder {
  readonly count: number
  /** Stable identity of the row at an index; -1 outside. */
  readonly keyAt: (index: number) => number
  /** -1: it is not in the list. */
  readonly indexOf: (key: number) => number
}

export interface VirtualRows {
  readonly items: readonly VirtualItem[]
  readonly totalPixels: number
  /** Scrolls a row into view and focuses it once rendered. */
  readonly focus: (key: number) => void
}

/**
 * The visible rows of a virtualized list that may grow meanwhile: the scroll position is anchored to its
 * content, and the focused row stays mounted, or the list would lose its only tab stop. The scroller must
 * disable the browser's scroll anchoring, which would correct twice.
 */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  order: RowOrder,
  activeIndex: number,
): VirtualRows {
  const { count, indexOf } = order
  const held = useRef<{ key: number; offset: number } | null>(null)
  const wanted = useRef<number | null>(null)
  // A scroll event may precede the effects of the rendered rows.
  const latest = useRef(order)
  const rowPixels = useRowPixels()
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 10,
    rangeExtractor: range => {
      const positions = defaultRangeExtractor(range)
      if (activeIndex < 0 || activeIndex >= count || positions.includes(activeIndex)) return positions
      return activeIndex < range.startIndex ? [activeIndex, ...positions] : [...positions, activeIndex]
    },
  })

  useEffect(() => virtual.measure(), [virtual, rowPixels])

  const hold = useCallback(() => {
    const box = scroller.current
    if (box === null) return
    const first = Math.floor(box.scrollTop / rowPixels)
    const key = latest.current.keyAt(first)
    held.current =
      box.scrollTop === 0 || key === -1 ? null : { key, offset: box.scrollTop - first * rowPixels }
  }, [scroller, rowPixels])

  useEffect(() => {
    const box = scroller.current
    box?.addEventListener('scroll', hold, { passive: true })
    return () => box?.removeEventListener('scroll', hold)
  }, [scroller, hold])

  useLayoutEffect(() => {
    latest.current = order
  })
  // Only when the rows themselves change, never during scrolling: that would hold the user back.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null || held.current === null) return
    const index = indexOf(held.current.key)
    const top = index * rowPixels + held.current.offset
    if (index >= 0 && Math.abs(box.scrollTop - top) >= 1) box.scrollTop = top
  }, [scroller, indexOf, rowPixels])

  const bringIntoSight = (index: number) => {
    const box = scroller.current
    if (box === null) return
    const top = index * rowPixels
    box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + rowPixels - box.clientHeight))
    hold()
  }
  const takeFocus = () => {
    if (wanted.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  useLayoutEffect(takeFocus)

  return {
    items: virtual.getVirtualItems(),
    totalPixels: virtual.getTotalSize(),
    focus(key) {
      wanted.current = key
      const index = indexOf(key)
      // Not `scrollToIndex`: it continues for some frames toward an index that may be another row once the
      // list grows.
      if (index >= 0) bringIntoSight(index)
      takeFocus()
    },
  }
}

/** Row height: larger with touch, for the minimum target size. */
function useRowPixels(): number {
  return useMediaQuery('(pointer: coarse)') ? 40 : 28
}
