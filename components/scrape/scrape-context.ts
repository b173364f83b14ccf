'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ScrapeState } from './model/scrape-state.ts'
import type { ScrapeStore } from './model/scrape-store.ts'

/** The pages of this context: in their own playground, or in a panel of another one. */
export interface ScrapeContextValue {
  readonly store: ScrapeStore
  /** Id of the playground's contract. */
  readonly playground: 'scrape' | 'map'
}

export const ScrapeContext = createContext<ScrapeContextValue | null>(null)

export function useScrapeContext(): ScrapeContextValue {
  const context = useContext(ScrapeContext)
  if (!context) throw new Error('The pages context is only available within its playground.')
  return context
}

export function useScrapeStore(): ScrapeStore {
  return useScrapeContext().store
}

export function useScrape(): ScrapeState {
  const store = useScrapeStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}
