'use client'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { nextArea } from '#lib/client/map/next-area.ts'
import type { TreemapCell } from '#lib/client/map/treemap-layout.ts'

interface AreaKeys {
  /** Node of the one area that Tab reaches; null: there is none. */
  readonly tabStop: number | null
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The arrows go from area to area of the outermost level; what was entered by keyboard has the focus at its first. */
export function useAreaKeys(
  map: RefObject<HTMLElement | null>,
  cells: readonly TreemapCell[],
  { root, onLeave }: { root: number; onLeave: () => void },
): AreaKeys {
  const [chosen, setChosen] = useState<number | null>(null)
  const hadFocus = useRef(false)
  const areas = cells.filter(cell => cell.kind === 'node' && cell.level === 1)
  const nodes = areas.flatMap(cell => (cell.kind === 'node' ? cell.node : []))
  const tabStop = chosen !== null && nodes.includes(chosen) ? chosen : (nodes[0] ?? null)
  const focus = (node: number) => map.current?.querySelector<HTMLElement>(`[data-node="${node}"]`)?.focus()
  useEffect(() => {
    // The area that was entered is gone, and the focus with it.
    if (hadFocus.current && map.current !== null)
      map.current.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
    hadFocus.current = false
  }, [map, root])
  return {
    tabStop,
    onKeyDown(event) {
      if (event.key === 'Enter' || event.key === ' ') hadFocus.current = true
      if (event.key === 'Backspace') {
        event.preventDefault()
        hadFocus.current = true
        return onLeave()
      }
      const next = tabStop === null ? null : nextArea(areas, nodes.indexOf(tabStop), event.key)
      const node = next === null ? undefined : nodes[next]
      if (node === undefined) return
      event.preventDefault()
      setChosen(node)
      focus(node)
    },
  }
}
