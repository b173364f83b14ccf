'use client'
import { useEffect, useState } from 'react'
import { loadHistory } from '#lib/client/load-history.ts'
import type { FoundMap } from '#lib/client/map/found-map.ts'
import { readMapEntry } from '#lib/client/map/map-entry.ts'

export type EarlierMap =
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'gone' }
  | { readonly state: 'here'; readonly found: FoundMap }

/** What an earlier run of the history found; null: none is chosen. */
export function useEarlierMap(id: string | null): EarlierMap {
  const [read, setRead] = useState<{ id: string; found: FoundMap | null } | null>(null)
  useEffect(() => {
    if (id === null) return
    let wanted = true
    void loadHistory()
      .then(history => history.get(id))
      .then(entry => wanted && setRead({ id, found: entry && readMapEntry(entry) }))
    return () => {
      wanted = false
    }
  }, [id])
  if (id === null) return { state: 'none' }
  if (read?.id !== id) return { state: 'reading' }
  return read.found === null ? { state: 'gone' } : { state: 'here', found: read.found }
}
