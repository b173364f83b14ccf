'use client'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { readComparisonResult, type ComparisonResult } from './model/comparison-result.ts'
import type { ComparisonState } from './model/comparison-state.ts'
import type { ComparisonStore } from './model/comparison-store.ts'
import type { ComparisonView } from './model/comparison-view.ts'

export const ComparisonContext = createContext<ComparisonStore | null>(null)

export function useComparisonStore(): ComparisonStore {
  const store = useContext(ComparisonContext)
  if (!store) throw new Error('The comparison context is only available within its playground.')
  return store
}

export function useComparison(): ComparisonState {
  const store = useComparisonStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

/** Results of the runs; null before the first. */
export function useComparisonResult(): ComparisonResult | null {
  const { runs, before, view } = useComparison()
  const { keywords } = view
  return useMemo(() => readComparisonResult({ runs, before, keywords }), [runs, before, keywords])
}

/** How the result is displayed, and a setter for it. */
export function useComparisonView(): readonly [ComparisonView, (change: Partial<ComparisonView>) => void] {
  const store = useComparisonStore()
  const { view } = useComparison()
  return [
    view,
    change => store.update(comparison => ({ ...comparison, view: { ...comparison.view, ...change } })),
  ]
}
