'use client'
import type { ReactNode } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'

/** The rows of a batch above the selected one, which shortcuts change too; a single row has no list. */
export function RowsResult({
  noun,
  keys,
  title,
  count,
  chosen,
  onChoose,
  list,
  children,
}: {
  /** Singular noun: `page`. */
  noun: string
  keys: { readonly next: string; readonly previous: string }
  title: string
  count: number
  chosen: number
  onChoose: (index: number) => void
  list: ReactNode
  children: ReactNode
}) {
  const step = (by: number) => {
    const index = chosen + by
    if (index >= 0 && index < count) onChoose(index)
  }
  const enabled = () => count > 1
  useCommands([
    {
      id: `next-${noun}`,
      label: `Next ${noun}`,
      section: 'View',
      shortcut: { key: keys.next },
      enabled,
      run: () => step(1),
    },
    {
      id: `previous-${noun}`,
      label: `Previous ${noun}`,
      section: 'View',
      shortcut: { key: keys.previous },
      enabled,
      run: () => step(-1),
    },
  ])
  if (count <= 1) return children
  return (
    <div className="flex h-full flex-col">
      <h2 className="sr-only">{title}</h2>
      {list}
      <div className="min-h-0 flex-1 overflow-auto">{children}</div>
    </div>
  )
}
