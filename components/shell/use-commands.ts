'use client'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { addCommands, type Command, listCommands, onCommands } from './commands.ts'

/** Offers commands while the component is shown. Labels and keys are compared by value, acts are always the latest. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  const shape = JSON.stringify(
    commands.map(({ id, label, section, shortcut, hidden }) => [id, label, section, shortcut, hidden]),
  )
  // With what is drawn, not after it: a key may be pressed as soon as the page shows what it is pressed for.
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
