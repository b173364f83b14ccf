'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ScrapeState } from './model/scrape-state.ts'
import type { ScrapeStore } from './model/scrape-store.ts'

/** The pages of this context: in their own playground, or in a panel of another one. */
export interface ScrapePlace {
  readonly store: ScrapeStore
  /** Id of the playground's contract. */
  readonly playground: 'scrape' | 'map'
}

export const ScrapeContext = createContext<ScrapePlace | null>(null)

export function useScrapePlace(): ScrapePlace {
  const place = useContext(ScrapeContext)
  if (!place) throw new Error('The pages context is only available within its playground.')
  return place
}

export function useScrapeStore(): ScrapeStore {
  return useScrapePlace().store
}

export function useScrape(): ScrapeState {
  const store = useScrapeStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}
