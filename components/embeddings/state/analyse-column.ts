import type { StateStore } from '#lib/client/state-store.ts'
import type { Analysis } from '#components/embeddings/model/analysis/create-analysis.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { VectorSet } from '#components/embeddings/model/vector-set.ts'
import { changeColumn, findColumn } from './change-column.ts'
import { compute } from './compute.ts'
import type { ModelColumn, ViewerState } from './viewer-state.ts'

export interface AnalyseOptions {
  readonly store: StateStore<ViewerState>
  readonly analysis: Analysis
  readonly set: string
  readonly signal: AbortSignal
}

/** One seed for all samples, so that the same texts give the same layout. */
export const analysisSeed = 7

/** Computes the layout: first the fast PCA, then clusters and fidelity. */
export async function analyseColumn(
  options: AnalyseOptions,
  rows: readonly TextRow[],
  vectors: VectorSet,
): Promise<void> {
  const { store, analysis, set, signal } = options
  await compute(
    signal,
    async onProgress => {
      await analysis.run('rows', { rows }, { signal })
      const { usable } = await analysis.run('load', { set, vectors }, { signal })
      if (usable === 0) throw new Error('No vector is usable: each is missing, zero or NaN.')
      return analysis.run('pca', { set }, { signal, onProgress })
    },
    pca => changeColumn(store, set, () => ({ pca })),
  )
  if (findColumn(store, set)?.pca.state !== 'done') return
  await compute(
    signal,
    onProgress => analysis.run('clusters', { set, k: 'auto', seed: analysisSeed }, { signal, onProgress }),
    clusters => changeColumn(store, set, () => ({ clusters })),
  )
  await measureFidelity(options)
}

/** Measures the current layout, once. */
export async function measureFidelity({ store, analysis, set, signal }: AnalyseOptions): Promise<void> {
  const column = findColumn(store, set)
  const layout = column && shownLayout(column, store.read().layout)
  if (!layout || (column.fidelity.state === 'done' && column.fidelity.result.layout === layout)) return
  await compute(
    signal,
    async onProgress => ({
      ...(await analysis.run('fidelity', { set, layout, seed: analysisSeed }, { signal, onProgress })),
      layout,
    }),
    fidelity => changeColumn(store, set, () => ({ fidelity })),
  )
}

/** The layout on the map: the selected one, or the fast one until it is ready. */
export function shownLayout(
  { pca, umap }: Pick<ModelColumn, 'pca' | 'umap'>,
  choice: ViewerState['layout'],
): Float32Array | null {
  if (choice === 'umap' && umap.state === 'done') return umap.result.layout
  return pca.state === 'done' ? pca.result.layout : null
}
