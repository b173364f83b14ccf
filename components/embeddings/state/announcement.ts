import { formatCount } from '#lib/client/format.ts'
import type { ModelColumn, ViewerState } from './viewer-state.ts'

/** What changed last, in words; the same words for the same state. */
export function toAnnouncement({ shown, selection, layout }: ViewerState): string {
  if (shown === null || shown.restored) return ''
  if (shown.running) return 'Embedding started'
  const ended = shown.columns.map(column => describe(column, shown.columns.length > 1)).join('. ')
  const picture = shown.columns.some(({ umap }) => umap.state === 'done') && layout === 'umap'
  const parts = [
    ended,
    picture && 'UMAP is shown',
    selection.size > 0 && `${formatCount(selection.size)} selected`,
  ]
  return parts.filter(Boolean).join('. ')
}

function describe({ model, outcome }: ModelColumn, named: boolean): string {
  if (outcome === null) return ''
  const { done, total, vectors, reports } = outcome
  const name = named ? `${model}: ` : ''
  if (done === total)
    return `${name}Embedded ${formatCount(done)} texts, ${formatCount(vectors?.dimensions ?? null)} dimensions`
  const stopped = reports.some(report => report.state === 'stopped')
  return `${name}${stopped ? 'Stopped' : 'Failed'}: ${formatCount(done)} of ${formatCount(total)} texts embedded`
}
