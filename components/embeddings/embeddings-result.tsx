'use client'
import { lazy, Suspense } from 'react'
import { BatchFailure } from './batch-failure.tsx'
import { BatchesProgress } from './batches-progress.tsx'
import { MapView } from './map-view.tsx'
import { ResultHead } from './result-head.tsx'
import type { ViewName } from './state/viewer-state.ts'
import { StatusLine } from './status-line.tsx'
import { useViewerState } from './viewer-context.ts'

const views: Readonly<Record<Exclude<ViewName, 'map'>, React.LazyExoticComponent<() => React.ReactNode>>> = {
  table: lazy(() => import('./table-view.tsx').then(module => ({ default: module.TableView }))),
  matrix: lazy(() => import('./matrix-view.tsx').then(module => ({ default: module.MatrixView }))),
  health: lazy(() => import('./health-view.tsx').then(module => ({ default: module.HealthView }))),
  dimensions: lazy(() =>
    import('./dimensions-view.tsx').then(module => ({ default: module.DimensionsView })),
  ),
  agreement: lazy(() => import('./agreement-view.tsx').then(module => ({ default: module.AgreementView }))),
}

/** What came back: the texts as a map, and the other ways to look at the same vectors. */
export function EmbeddingsResult() {
  const view = useViewerState(state => state.view)
  const placed = useViewerState(state =>
    Boolean(state.shown?.columns.some(column => column.outcome?.vectors || column.pca.state !== 'none')),
  )
  const View = view === 'map' ? null : views[view]
  return (
    <div className="flex h-full flex-col">
      <h2 className="sr-only">Embeddings</h2>
      {placed && <ResultHead />}
      <BatchesProgress />
      <div className="@container min-h-0 flex-1">
        {placed && (View === null ? <MapView /> : <Suspense>{<View />}</Suspense>)}
      </div>
      <BatchFailure />
      {placed && <StatusLine />}
    </div>
  )
}
