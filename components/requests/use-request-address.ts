'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo, useRef } from 'react'
import { type LogFilter, readFilter, toFilterSearch } from './model/filter-address.ts'

export interface RequestAddress {
  readonly filter: LogFilter
  /** The open request; null: none. */
  readonly id: string | null
  readonly setFilter: (filter: LogFilter) => void
  readonly open: (id: string | null) => void
}

/**
 * Filters and open request in the URL, so that a shared link shows the same. Back navigation restores the previous
 * filters or closes the request; moving between requests adds no history entry.
 */
export function useRequestAddress(): RequestAddress {
  const search = useSearchParams()
  const id = search.get('id')
  const filter = useMemo(() => readFilter(search), [search])
  // Whether the previous history entry is the list.
  const fromList = useRef(false)
  const go = (step: 'push' | 'replace', next: LogFilter, nextId: string | null) => {
    const fields = toFilterSearch(next)
    if (nextId !== null) fields.set('id', nextId)
    const text = fields.toString()
    const address = text === '' ? location.pathname : `${location.pathname}?${text}`
    // Next.js syncs with the History API on its own.
    if (step === 'push') history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  }
  const setFilter = (next: LogFilter) => {
    fromList.current = false
    go('push', next, readAddress().id)
  }
  const open = (nextId: string | null) => {
    if (nextId === null && fromList.current) return history.back()
    const now = readAddress()
    fromList.current ||= now.id === null && nextId !== null
    go(now.id === null ? 'push' : 'replace', now.filter, nextId)
  }
  return { filter, id, setFilter, open }
}

/** The current URL: a page that is rendered a moment later has the one before. */
function readAddress(): { id: string | null; filter: LogFilter } {
  const search = new URLSearchParams(location.search)
  return { id: search.get('id'), filter: readFilter(search) }
}
