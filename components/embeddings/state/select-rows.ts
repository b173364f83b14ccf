import type { ViewerState } from './viewer-state.ts'

/** Replaces or extends the selection; `toggle` deselects rows already selected. */
export function selectRows(
  state: ViewerState,
  rows: readonly number[],
  mode: 'replace' | 'add' | 'toggle',
): ViewerState {
  const selection = new Set(mode === 'replace' ? [] : state.selection)
  for (const row of rows) {
    if (mode === 'toggle' && selection.delete(row)) continue
    selection.add(row)
  }
  return { ...state, selection }
}
