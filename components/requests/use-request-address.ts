'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { readFilter, toFilterSearch } from '#lib/client/requests/filter-address.ts'
import type { RequestFilter } from '#lib/contracts/team/requests.ts'

export interface RequestAddress {
  readonly filter: RequestFilter
  /** The request that is open beside the list; null: none. */
  readonly id: string | null
  readonly setFilter: (filter: RequestFilter) => void
  readonly open: (id: string | null) => void
}

/** What is looked for and looked at, as the address has it: whoever gets the address sees the same. */
export function useRequestAddress(): RequestAddress {
  const search = useSearchParams()
  const id = search.get('id')
  const filter = useMemo(() => readFilter(search), [search])
  const go = (next: RequestFilter, nextId: string | null) => {
    const fields = toFilterSearch(next)
    if (nextId !== null) fields.set('id', nextId)
    const text = fields.toString()
    // Next follows the history by itself; a choice of this kind is no step to go back from.
    history.replaceState(null, '', text === '' ? location.pathname : `${location.pathname}?${text}`)
  }
  return { filter, id, setFilter: next => go(next, id), open: nextId => go(filter, nextId) }
}
