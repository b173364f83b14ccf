'use client'
import { useMemo } from 'react'
import { type ColoredRows, colorRows } from './state/color-rows.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useViewerState } from './viewer-context.ts'

const noRows = [] as const

/** What colours the rows of a column: groups are the same for both models, clusters and trust are each model's own. */
export function useColored({ clusters, trust }: Pick<ModelColumn, 'clusters' | 'trust'>): ColoredRows {
  const rows = useViewerState(state => state.shown?.rows ?? noRows)
  const coloring = useViewerState(state => state.coloring)
  return useMemo(() => colorRows(rows, { clusters, trust }, coloring), [rows, clusters, trust, coloring])
}
