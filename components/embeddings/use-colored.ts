'use client'
import { useMemo } from 'react'
import { type ColoredRows, colorRows } from './state/color-rows.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useViewerState } from './viewer-context.ts'

const noRows = [] as const
const none = { state: 'none' } as const

/**
 * Coloring of the rows of a column: the same for both models, so that colors are comparable, except for
 * fidelity.
 */
export function useColored({ fidelity }: Pick<ModelColumn, 'fidelity'>): ColoredRows {
  const clusters = useViewerState(state => state.shown?.columns[0]?.clusters ?? none)
  const rows = useViewerState(state => state.shown?.rows ?? noRows)
  const coloring = useViewerState(state => state.coloring)
  return useMemo(
    () => colorRows(rows, { clusters, fidelity }, coloring),
    [rows, clusters, fidelity, coloring],
  )
}
