import type { MouseEvent } from 'react'

/** The focus is on the row, not on its link. */
export function keepFocusOnRow(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault()
}
