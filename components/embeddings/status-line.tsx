'use client'
import { formatCount, formatShare } from '#lib/client/format.ts'
import type { FairSample } from '#lib/client/embeddings/projection/fair-sample.ts'
import type { ModelColumn, ViewerState } from './state/viewer-state.ts'
import { useViewerState } from './viewer-context.ts'

const noColumns: readonly ModelColumn[] = []

/** What is shown, and how far the picture can be believed. */
export function StatusLine() {
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  const layout = useViewerState(state => state.layout)
  return (
    <div className="flex shrink-0 flex-col border-t border-line bg-panel px-4 py-1 text-xs text-muted max-sm:px-3">
      {columns.map(column => (
        <p key={column.set} className="line-clamp-2 sm:leading-4">
          {[columns.length > 1 && column.model, ...describe(column, layout)].filter(Boolean).join(' · ')}
        </p>
      ))}
    </div>
  )
}

function describe({ outcome, pca, umap, trust, clusters }: ModelColumn, layout: ViewerState['layout']) {
  const drawn = layout === 'umap' && umap.state === 'done' ? 'umap' : 'pca'
  return [
    outcome && counted(outcome.done, 'text'),
    outcome?.vectors && `${formatCount(outcome.vectors.dimensions)} dimensions`,
    drawn === 'umap' && umap.state === 'done' && `UMAP${sampled(umap.result.sample, ' of')}`,
    trust.state === 'running' && 'measuring how far to trust the picture…',
    trust.state === 'done' &&
      !Number.isNaN(trust.result.mean) &&
      `the picture keeps ${formatShare(trust.result.mean)} of neighbours${sampled(trust.result.sample, ', measured on')}`,
    drawn === 'pca' &&
      pca.state === 'done' &&
      `PCA shows ${formatShare(pca.result.explained[0] + pca.result.explained[1])} of the variance`,
    clusters.state === 'done' && counted(clusters.result.clusters.length, 'cluster'),
  ]
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

function sampled(sample: FairSample | null, lead: string): string {
  if (sample === null) return ''
  return `${lead} ${formatCount(sample.size)} of ${formatCount(sample.of)}, seed ${sample.seed}`
}
