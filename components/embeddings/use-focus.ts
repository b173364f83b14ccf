'use client'

import { useDeferredValue, useMemo } from 'react'
import type { ModelColumn } from './state/viewer-state.ts'
import { useViewerState } from './viewer-context.ts'
import type { TextRow } from './model/text-row.ts'

/** Highlighted rows, with the others dimmed: neighbors, otherwise search matches, otherwise the selection. */
export function useFocus({ neighbours }: Pick<ModelColumn, 'neighbours'>): ReadonlySet<number> | null {
  const anchor = useViewerState(state => state.anchor)
  const selection = useViewerState(state => state.selection)
  const found = useFound()
  return useMemo(() => {
    if (anchor?.kind === 'row') return new Set([anchor.row, ...neighbours.map(each => each.index)])
    if (anchor?.kind === 'query' && neighbours.length > 0) return new Set(neighbours.map(each => each.index))
    if (found !== null) return new Set(found)
    return selection.size > 0 ? selection : null
  }, [anchor, neighbours, found, selection])
}

/** Search matches; null without a search. */
export function useFound(): readonly number[] | null {
  const rows = useViewerState(state => state.shown?.rows)
  const find = useDeferredValue(useViewerState(state => state.find))
  return useMemo(() => (rows && find.trim() !== '' ? findRows(rows, find) : null), [rows, find])
}

/** Rows whose text contains all the words, ignoring case. */
function findRows(rows: readonly TextRow[], query: string): readonly number[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.flatMap(({ text }, row) => {
    const lower = text.toLowerCase()
    return wanted.every(word => lower.includes(word)) ? [row] : []
  })
}
