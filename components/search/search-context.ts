'use client'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { SearchState } from './model/search-state.ts'
import type { SearchStore } from './model/search-store.ts'

export const [SearchContext, useSearchStore] = createPlaygroundContext<SearchStore>('search')

export const useSearch = (): SearchState => usePlaygroundState(useSearchStore())

/** Contracts of the capabilities that a search uses. */
export interface Neighbours {
  readonly chat: ContractInfo
  readonly embeddings: ContractInfo
  readonly rerank: ContractInfo
}

export const [NeighboursContext, useNeighbours] = createPlaygroundContext<Neighbours>('search')
