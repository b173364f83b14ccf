'use client'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'

/** `j` and `k` move focus through elements with `data-result`, in document order. */
export function useResultKeys(): void {
  const command = (id: string, label: string, key: string, step: 1 | -1): Command => ({
    id,
    label,
    section: 'View',
    shortcut: { key },
    enabled: () => listResults().length > 0,
    run: () => go(step),
  })
  useCommands([
    command('next-result', 'Next result', 'j', 1),
    command('previous-result', 'Previous result', 'k', -1),
  ])
}

function go(step: 1 | -1): void {
  const results = listResults()
  const at = results.findIndex(result => result.contains(document.activeElement))
  const next = results[at === -1 ? 0 : Math.min(results.length - 1, Math.max(0, at + step))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Only the visible ones: another tab may have some too. */
function listResults(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-result]')].filter(each => each.checkVisibility())
}
