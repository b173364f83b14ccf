import type { ReactNode } from 'react'
import type { Shortcut } from './shortcut.ts'

/** An action shared by its button, the palette, the shortcut and the help dialog. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Heading in the palette and in the list of shortcuts. */
  readonly section: 'Run' | 'Send to' | 'Go to' | 'View' | 'Example' | 'History' | 'Model' | 'Theme'
  readonly shortcut?: Shortcut
  readonly icon?: ReactNode
  readonly run: () => void
  /** Not listed in the palette, but its shortcut works, e.g. the palette's own. */
  readonly hidden?: boolean
  /** A disabled shortcut falls through to the browser and other commands. */
  readonly enabled?: () => boolean
}

let groups: readonly (readonly Command[])[] = []
let flat: readonly Command[] = []
const listeners = new Set<() => void>()

function publish(next: readonly (readonly Command[])[]): void {
  groups = next
  flat = groups.flat()
  for (const listener of listeners) listener()
}

/** Registers commands until the returned function is called; the latest one wins a shared shortcut. */
export function addCommands(commands: readonly Command[]): () => void {
  publish([...groups, commands])
  return () => publish(groups.filter(group => group !== commands))
}

export function listCommands(): readonly Command[] {
  return flat
}

export function onCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
