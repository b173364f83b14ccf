import type { Analysis } from '#lib/client/embeddings/analysis/create-analysis.ts'
import type { Neighbour } from '#lib/client/embeddings/vector-set.ts'
import { changeColumn } from './change-column.ts'
import type { Store } from './store.ts'
import type { ViewerState } from './viewer-state.ts'

export const neighboursShown = 10

/** Fills each model's neighbours of the row that is the anchor, by the chosen metric. */
export async function askNeighbours(
  store: Store<ViewerState>,
  analysis: Analysis,
  signal: AbortSignal,
): Promise<void> {
  const { shown, anchor, metric } = store.read()
  if (anchor?.kind !== 'row' || shown === null) return
  await Promise.all(
    shown.columns.map(async ({ set, pca }) => {
      if (pca.state !== 'done') return
      const input = { set, row: anchor.row, k: neighboursShown, metric }
      showNeighbours(store, set, signal, await analysis.run('neighbours', input, { signal }))
    }),
  )
}

export function showNeighbours(
  store: Store<ViewerState>,
  set: string,
  signal: AbortSignal,
  neighbours: readonly Neighbour[],
): void {
  if (!signal.aborted) changeColumn(store, set, () => ({ neighbours }))
}
