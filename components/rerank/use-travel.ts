'use client'
import { useLayoutEffect, useRef, type RefObject } from 'react'

const travelMs = 200

/** Lets the rows of a list travel from where they stood to where they stand, after each change of their order. */
export function useTravel(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const tops = useRef<ReadonlyMap<string, number>>(new Map())
  useLayoutEffect(() => {
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-travel]') ?? [])]
    const before = tops.current
    // Offsets, not what is seen: neither scrolling nor a journey under way changes them.
    tops.current = new Map(rows.map(row => [row.dataset['travel'] ?? '', row.offsetTop]))
    if (before.size === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const from = before.get(row.dataset['travel'] ?? '')
      const distance = from === undefined ? 0 : from - row.offsetTop
      if (distance === 0) continue
      row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
        duration: travelMs,
        easing: 'ease-out',
      })
    }
  })
  return root
}
