'use client'
import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { readPageAnchor } from '#lib/client/library/item-address.ts'

/** The page that the address names, brought into sight: again while what is drawn above it changes its height. */
export function usePageAnchor(panel: RefObject<HTMLElement | null>): number | null {
  const hash = useSyncExternalStore(
    listener => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => location.hash,
    () => '',
  )
  const page = readPageAnchor(hash)
  useEffect(() => {
    const box = panel.current
    const section = box?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (!box || !section) return
    const reveal = () => section.scrollIntoView({ block: 'start' })
    reveal()
    // The next Tab goes on from there.
    section.focus({ preventScroll: true })
    const observer = new ResizeObserver(reveal)
    for (const each of box.children) observer.observe(each)
    // From the first act of the user on, the page is theirs.
    const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
    const stop = () => {
      observer.disconnect()
      acts.forEach(act => window.removeEventListener(act, stop))
    }
    acts.forEach(act => window.addEventListener(act, stop, { passive: true }))
    return stop
  }, [panel, page])
  return page
}
