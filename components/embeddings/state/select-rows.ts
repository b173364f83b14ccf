import type { ViewerState } from './viewer-state.ts'

/** Selects rows instead of, or beside, those that are; `toggle` takes back what was selected already. */
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
