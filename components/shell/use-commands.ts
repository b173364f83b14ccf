'use client'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { addCommands, type Command, listCommands, onCommands } from './commands.ts'

/** Registers commands while the component is mounted. Labels and shortcuts are compared by value; `run` is the latest. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  const shape = JSON.stringify(
    commands.map(({ id, label, section, shortcut, hidden }) => [id, label, section, shortcut, hidden]),
  )
  // A layout effect: a shortcut must work as soon as its button is painted.
  useLayoutEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const current = (id: string) => latest.current.find(command => command.id === id)
    return addCommands(
      latest.current.map(command => ({
        ...command,
        run: () => current(command.id)?.run(),
        enabled: () => current(command.id)?.enabled?.() ?? true,
      })),
    )
  }, [shape])
}

const none: readonly Command[] = []

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(onCommands, listCommands, () => none)
}
