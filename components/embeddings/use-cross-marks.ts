'use client'
import { type RefObject, useEffect } from 'react'

/**
 * Marks the row and the column of the cell that is pointed at: all that has its `data-row` or `data-column`. Attributes,
 * and no state: 10,000 cells are not drawn anew for a move of the mouse.
 */
export function useCrossMarks(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = root.current
    if (table === null) return
    const clear = () => {
      for (const marked of table.querySelectorAll('[data-marked]')) marked.removeAttribute('data-marked')
    }
    const mark = ({ target }: Event) => {
      clear()
      const cell = target instanceof Element ? target.closest('[data-row][data-column]') : null
      if (cell === null) return
      for (const name of ['data-row', 'data-column']) {
        const place = cell.getAttribute(name)
        for (const other of table.querySelectorAll(`[${name}="${place}"]`))
          other.setAttribute('data-marked', '')
      }
    }
    table.addEventListener('pointerover', mark)
    table.addEventListener('pointerleave', clear)
    return () => {
      table.removeEventListener('pointerover', mark)
      table.removeEventListener('pointerleave', clear)
    }
  }, [root])
}
