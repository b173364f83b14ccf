'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { SearchState } from './model/search-state.ts'
import type { SearchStore } from './model/search-store.ts'

export const SearchContext = createContext<SearchStore | null>(null)

export function useSearchStore(): SearchStore {
  const store = useContext(SearchContext)
  if (!store) throw new Error('The search context is only available within its playground.')
  return store
}

export function useSearch(): SearchState {
  const store = useSearchStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

/** Contracts of the capabilities that a search uses. */
export interface Neighbours {
  readonly chat: ContractInfo
  readonly embeddings: ContractInfo
  readonly rerank: ContractInfo
}

export const NeighboursContext = createContext<Neighbours | null>(null)

export function useNeighbours(): Neighbours {
  const neighbours = useContext(NeighboursContext)
  if (!neighbours) throw new Error('The search context is only available within its playground.')
  return neighbours
}
