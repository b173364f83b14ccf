import type { StateStore } from '#lib/client/state-store.ts'
import type { ModelColumn, ViewerState } from './viewer-state.ts'

/** Updates the state of one model, unless another run is shown by now. */
export function changeColumn(
  store: StateStore<ViewerState>,
  set: string,
  change: (before: ModelColumn) => Partial<ModelColumn>,
): void {
  store.update(state => {
    if (!state.shown?.columns.some(column => column.set === set)) return state
    const columns = state.shown.columns.map(column =>
      column.set === set ? { ...column, ...change(column) } : column,
    )
    return { ...state, shown: { ...state.shown, columns } }
  })
}

export function findColumn(store: StateStore<ViewerState>, set: string): ModelColumn | null {
  return store.read().shown?.columns.find(column => column.set === set) ?? null
}

export function emptyColumn(set: string, model: string): ModelColumn {
  return {
    set,
    model,
    runs: [],
    progress: null,
    outcome: null,
    pca: { state: 'none' },
    umap: { state: 'none' },
    clusters: { state: 'none' },
    fidelity: { state: 'none' },
    neighbours: [],
  }
}
