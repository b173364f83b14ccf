'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo, useRef } from 'react'
import { type LogFilter, readFilter, toFilterSearch } from './model/filter-address.ts'

export interface RequestAddress {
  readonly filter: LogFilter
  /** The request that is open beside the list; null: none. */
  readonly id: string | null
  readonly setFilter: (filter: LogFilter) => void
  readonly open: (id: string | null) => void
}

/**
 * What is looked for and looked at, as the address has it: whoever gets the address sees the same. The way back leads
 * to what was looked for before, and out of a request to the list; going from request to request is no step of it.
 */
export function useRequestAddress(): RequestAddress {
  const search = useSearchParams()
  const id = search.get('id')
  const filter = useMemo(() => readFilter(search), [search])
  // Whether the step before this one is the list that the request was opened from.
  const fromList = useRef(false)
  const go = (step: 'push' | 'replace', next: LogFilter, nextId: string | null) => {
    const fields = toFilterSearch(next)
    if (nextId !== null) fields.set('id', nextId)
    const text = fields.toString()
    const address = text === '' ? location.pathname : `${location.pathname}?${text}`
    // Next follows the history by itself.
    if (step === 'push') history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  }
  const setFilter = (next: LogFilter) => {
    fromList.current = false
    go('push', next, id)
  }
  const open = (nextId: string | null) => {
    if (nextId === null && fromList.current) return history.back()
    fromList.current ||= id === null && nextId !== null
    go(id === null ? 'push' : 'replace', filter, nextId)
  }
  return { filter, id, setFilter, open }
}
