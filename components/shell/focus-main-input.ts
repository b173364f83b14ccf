import type { Command } from './commands.ts'

/** The command of `/`: focuses the field that a page is about. */
export const focusMainInput: Command = {
  id: 'main-input',
  label: 'Focus main input',
  section: 'View',
  shortcut: { key: '/' },
  run: focusMain,
}

export function focusMain(): void {
  document.querySelector<HTMLElement>('[data-main-input]')?.focus()
}
