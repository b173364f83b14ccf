'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#components/ui/toast.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { takeSearch } from './take-search.ts'

/** Opens `?run=<id>` from the history of this browser: the way back from what a result was sent to. */
export function useOpenRun(contract: string, onOpen: (entry: HistoryEntry) => void): void {
  const id = useSearchParams().get('run')

  const open = useEffectEvent(async (runId: string, left: AbortSignal) => {
    const entry = await (await loadHistory()).findRun(runId)
    if (left.aborted) return
    takeSearch('run')
    if (entry?.contract === contract) return onOpen(entry)
    showToast('This run is no longer in the history', {
      description: 'It was deleted, or made room for others.',
    })
  })

  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    void open(id, leaving.signal)
    return () => leaving.abort()
  }, [id])
}
