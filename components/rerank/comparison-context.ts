'use client'
import { useMemo } from 'react'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import { readComparisonResult, type ComparisonResult } from './model/comparison-result.ts'
import type { ComparisonState } from './model/comparison-state.ts'
import type { ComparisonStore } from './model/comparison-store.ts'
import type { ComparisonView } from './model/comparison-view.ts'

export const [ComparisonContext, useComparisonStore] = createPlaygroundContext<ComparisonStore>('comparison')

export const useComparison = (): ComparisonState => usePlaygroundState(useComparisonStore())

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
