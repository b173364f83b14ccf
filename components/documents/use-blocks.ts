'use client'
import { useEffect, useState } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import type { PageOfBlocks } from '#lib/client/documents/page-blocks.ts'

interface Blocks {
  /** Counts from 1. */
  readonly page: number
  /** Id of a block on it; null: none is marked. */
  readonly current: number | null
  readonly choose: (id: number | null) => void
  /** Marks what the pointer is over; nothing moves below it. */
  readonly pointAt: (id: number) => void
  readonly showPage: (page: number) => void
}

interface Place {
  readonly page: number
  readonly current: number | null
  /** What is marked is brought into sight. */
  readonly moves: boolean
}

/** Which page is shown and which of its blocks is marked; `j` and `k` go from block to block, over pages too. */
export function useBlocks(pages: readonly PageOfBlocks[]): Blocks {
  const [place, setPlace] = useState<Place>({ page: 1, current: null, moves: true })
  const page = Math.min(place.page, pages.length)
  const step = (by: 1 | -1) => {
    const blocks = pages[page - 1]?.blocks ?? []
    const next = place.current === null ? (by === 1 ? 0 : blocks.length - 1) : place.current + by
    if (blocks[next] !== undefined) return setPlace({ page, current: next, moves: true })
    const beyond = pages[page - 1 + by]
    if (beyond === undefined) return
    setPlace({ page: page + by, current: by === 1 ? 0 : Math.max(0, beyond.blocks.length - 1), moves: true })
  }
  useCommands([
    { id: 'next-block', label: 'Next block', section: 'View', shortcut: { key: 'j' }, run: () => step(1) },
    {
      id: 'previous-block',
      label: 'Previous block',
      section: 'View',
      shortcut: { key: 'k' },
      run: () => step(-1),
    },
  ])
  const { current: marked, moves } = place
  useEffect(() => {
    if (!moves) return
    // Both sides of what is marked come into sight.
    for (const element of document.querySelectorAll(`[data-block="${page}-${marked}"]`)) {
      element.scrollIntoView({ block: 'nearest' })
    }
  }, [page, marked, moves])
  return {
    page,
    current: marked,
    choose: current => setPlace({ page, current, moves: true }),
    pointAt: current => setPlace({ page, current, moves: false }),
    showPage: next => setPlace({ page: next, current: null, moves: true }),
  }
}
