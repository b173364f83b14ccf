'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
      const ids: string[] = []
      const outcome = await runEach(
        entries,
        async (entry, signal) => {
          ids.push(await addEntry(entry, collection, signal))
        },
        { signal: mine.signal, onProgress: progress => setAdding({ step: 'adding', progress }) },
      )
      void queries.invalidateQueries({ queryKey: libraryKey })
      setAdding({ step: 'ended', outcome })
      onAdded({ outcome, ids, collection })
    },
    stop: () => controller.current?.abort(),
  }
}

export interface AddedEntries {
  readonly outcome: EachOutcome<LibraryEntry>
  /** Of the items that were made. */
  readonly ids: readonly string[]
  readonly collection: string
}
