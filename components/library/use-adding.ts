'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LibraryItem } from '#lib/contracts/library-item.ts'
import { addEntry, type LibraryEntry } from '#lib/client/library/add-entry.ts'
import { libraryKey } from '#lib/client/library/list-items.ts'
import { type EachOutcome, type EachProgress, runEach } from '#lib/client/library/run-each.ts'

export type Adding =
  | { readonly step: 'choosing' }
  | { readonly step: 'adding'; readonly progress: EachProgress }
  | { readonly step: 'ended'; readonly outcome: EachOutcome<LibraryEntry> }

/** Adds entries one by one, four at a time, until all are added or it is stopped. */
export function useAdding(onAdded: (added: AddedEntries) => void): {
  readonly adding: Adding
  readonly add: (entries: readonly LibraryEntry[], collection: string) => Promise<void>
  readonly stop: () => void
} {
  const queries = useQueryClient()
  const [adding, setAdding] = useState<Adding>({ step: 'choosing' })
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    adding,
    async add(entries, collection) {
      const mine = new AbortController()
      controller.current = mine
      setAdding({ step: 'adding', progress: { done: 0, total: entries.length } })
      const items: LibraryItem[] = []
      const outcome = await runEach(
        entries,
        async (entry, signal) => {
          const item = await addEntry(entry, collection, signal)
          if (item !== null) items.push(item)
        },
        { signal: mine.signal, onProgress: progress => setAdding({ step: 'adding', progress }) },
      )
      void queries.invalidateQueries({ queryKey: libraryKey })
      setAdding({ step: 'ended', outcome })
      onAdded({ outcome, items, collection })
    },
    stop: () => controller.current?.abort(),
  }
}

export interface AddedEntries {
  readonly outcome: EachOutcome<LibraryEntry>
  /** Those that the API told of. */
  readonly items: readonly LibraryItem[]
  readonly collection: string
}
