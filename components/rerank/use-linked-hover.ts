'use client'
import { useEffect, type RefObject } from 'react'

/**
 * Shows the same document in every column while the pointer or the focus is on one of them. Attributes, and no state:
 * a move of the mouse draws nothing anew.
 */
export function useLinkedHover(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const board = root.current
    if (board === null) return
    let shown: string | null = null
    const onOver = ({ target }: Event) => {
      const over = target instanceof Element ? target.closest('[data-document]') : null
      const document = over?.getAttribute('data-document') ?? null
      if (document === shown) return
      shown = document
      for (const linked of board.querySelectorAll('[data-document]'))
        linked.toggleAttribute('data-linked', linked.getAttribute('data-document') === document)
    }
    const events = ['pointerover', 'focusin'] as const
    events.forEach(name => board.addEventListener(name, onOver))
    return () => events.forEach(name => board.removeEventListener(name, onOver))
  }, [root])
}
