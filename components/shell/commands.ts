import type { ReactNode } from 'react'
import type { Shortcut } from './shortcut.ts'

/** An action shared by its button, the palette, the shortcut and the help dialog. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Other words by which the palette finds it. */
  readonly keywords?: string | undefined
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

/** A section of the palette. */
export interface CommandGroup {
  readonly value: Command['section']
  readonly items: readonly Command[]
}

const order: readonly Command['section'][] = [
  'Run',
  'Send to',
  'Go to',
  'Example',
  'History',
  'Model',
  'View',
  'Theme',
]

/** The commands by section; first the sections and commands whose label is, or begins with, the typed text. */
export function groupCommands(commands: readonly Command[], typed: string): readonly CommandGroup[] {
  const text = typed.trim().toLowerCase()
  const distance = ({ label }: Command) => {
    const name = label.toLowerCase()
    if (text === '' || !name.startsWith(text)) return 2
    return name === text ? 0 : 1
  }
  const bySection = Object.groupBy(commands, command => command.section)
  return order
    .flatMap(section => {
      const items = bySection[section]?.toSorted((one, other) => distance(one) - distance(other))
      return items ? [{ value: section, items }] : []
    })
    .toSorted((one, other) => Math.min(...one.items.map(distance)) - Math.min(...other.items.map(distance)))
}
