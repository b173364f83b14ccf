import type { ReactNode } from 'react'
import type { Shortcut } from './shortcut.ts'

/** An act that a button does, so that palette, keys and help offer the same one. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Heading in the palette and in the list of keys. */
  readonly section: 'Run' | 'Send to' | 'Go to' | 'View' | 'Example' | 'History' | 'Model' | 'Theme'
  readonly shortcut?: Shortcut
  readonly icon?: ReactNode
  readonly run: () => void
  /** Works while the palette hides it, e.g. the palette's own key. */
  readonly hidden?: boolean
  /** A key that does nothing now is left to the browser and to other commands. */
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

/** Offers commands until the returned function is called; later ones win a shared key. */
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
