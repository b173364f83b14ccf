'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { type LogFilter, readFilter, toFilterSearch } from '#lib/client/requests/filter-address.ts'

export interface RequestAddress {
  readonly filter: LogFilter
  /** The request that is open beside the list; null: none. */
  readonly id: string | null
  readonly setFilter: (filter: LogFilter) => void
  readonly open: (id: string | null) => void
}

/** What is looked for and looked at, as the address has it: whoever gets the address sees the same. */
export function useRequestAddress(): RequestAddress {
  const search = useSearchParams()
  const id = search.get('id')
  const filter = useMemo(() => readFilter(search), [search])
  const go = (next: LogFilter, nextId: string | null) => {
    const fields = toFilterSearch(next)
    if (nextId !== null) fields.set('id', nextId)
    const text = fields.toString()
    // Next follows the history by itself; a choice of this kind is no step to go back from.
    history.replaceState(null, '', text === '' ? location.pathname : `${location.pathname}?${text}`)
  }
  return { filter, id, setFilter: next => go(next, id), open: nextId => go(filter, nextId) }
}
