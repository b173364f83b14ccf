'use client'
import { useCommands } from '#components/shell/use-commands.ts'
import { isEditable } from '#components/shell/shortcut.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import type { RequestAddress } from './use-request-address.ts'

/**
 * `j` and `k` move through the rows, and the open request follows; Enter opens the focused row, because it is a
 * button; Escape closes the request.
 */
export function useRequestKeys(rows: readonly LoggedRequest[], { id, open }: RequestAddress): void {
  const step = (by: 1 | -1) => {
    const focused = document.activeElement?.getAttribute('data-request') ?? id
    const at = rows.findIndex(row => row.id === focused)
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next === undefined) return
    focusRow(next.id)
    if (new URLSearchParams(location.search).has('id')) open(next.id)
  }
  const hasRows = () => rows.length > 0
  useCommands([
    {
      id: 'next-result',
      label: 'Older request',
      section: 'View',
      shortcut: { key: 'j' },
      enabled: hasRows,
      run: () => step(1),
    },
    {
      id: 'previous-result',
      label: 'Newer request',
      section: 'View',
      shortcut: { key: 'k' },
      enabled: hasRows,
      run: () => step(-1),
    },
    {
      id: 'close-request',
      label: 'Close request',
      section: 'View',
      shortcut: { key: 'Escape' },
      enabled: () => id !== null && !isEditable(document.activeElement) && !hasPopup(),
      run: () => {
        open(null)
        if (id !== null) focusRow(id)
      },
    },
  ])
}

function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-request="${CSS.escape(id)}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** A menu, list or dialog that Escape closes first. */
function hasPopup(): boolean {
  // A closed list may stay in the page, and toasts are dialogs too.
  const popups = document.querySelectorAll('[role=dialog][data-open], [role=menu], [role=listbox]')
  return [...popups].some(popup => popup.checkVisibility())
}
