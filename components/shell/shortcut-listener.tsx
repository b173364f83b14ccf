'use client'
import { useEffect } from 'react'
import { listCommands } from './commands.ts'
import { isEditable, matchesShortcut } from './shortcut.ts'

/** The one place that listens for keys; the last command offered wins a shared key. */
export function ShortcutListener({ singleKeys }: { singleKeys: boolean }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = listCommands().findLast(
        ({ shortcut, enabled }) => shortcut && matchesShortcut(shortcut, event) && (enabled?.() ?? true),
      )
      if (!command?.shortcut) {
        if (event.key === 'Escape' && isEditable(event.target) && !inDialog(event.target)) leave(event.target)
        return
      }
      const single = !command.shortcut.mod && command.shortcut.key !== 'Escape'
      if (single && (!singleKeys || isEditable(event.target) || inDialog(event.target))) return
      event.preventDefault()
      if (!event.repeat) command.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [singleKeys])
  return null
}

/** Escape with nothing to stop or close gives the single keys back. */
function leave(target: EventTarget | null): void {
  if (target instanceof HTMLElement) target.blur()
}

function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}
