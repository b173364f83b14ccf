'use client'
import { useEffect, useState } from 'react'
import type { HistorySummary } from './model/history-entry.ts'
import type { History } from './model/history.ts'
import { loadHistory } from './model/load-history.ts'

/** The history entries of a playground, or of all of them, synchronized across tabs. */
export function useHistoryList(contract: string | undefined, search: string) {
  const [history, setHistory] = useState<History | null>(null)
  const [summaries, setSummaries] = useState<readonly HistorySummary[]>([])
  useEffect(() => {
    let current = true
    let stop = () => {}
    void loadHistory().then(opened => {
      if (!current) return
      const read = () => void opened.list(contract, search).then(list => current && setSummaries(list))
      setHistory(opened)
      read()
      stop = opened.onChange(read)
    })
    return () => {
      current = false
      stop()
    }
  }, [contract, search])
  return { history, summaries }
}
