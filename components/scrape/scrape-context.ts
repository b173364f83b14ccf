'use client'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import type { ScrapeState } from './model/scrape-state.ts'
import type { ScrapeStore } from './model/scrape-store.ts'

/** The pages of this context: in their own playground, or in a panel of another one. */
export interface ScrapeContextValue {
  readonly store: ScrapeStore
  /** Id of the playground's contract. */
  readonly playground: 'scrape' | 'map'
}

export const [ScrapeContext, useScrapeContext] = createPlaygroundContext<ScrapeContextValue>('pages')

export const useScrapeStore = (): ScrapeStore => useScrapeContext().store

export const useScrape = (): ScrapeState => usePlaygroundState(useScrapeStore())
