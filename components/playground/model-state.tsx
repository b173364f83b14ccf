import { formatCount } from '#lib/client/format.ts'
import type { Model } from '#lib/contracts/models.ts'

const words = {
  ready: 'ready',
  not_downloaded: 'not downloaded',
  downloading: 'downloading',
  not_configured: 'not configured',
} as const

/** A line about a model: state, window, what it reads, price. */
export function ModelState({ model }: { model: Model | undefined }) {
  if (model === undefined)
    return <span className="block text-xs text-muted">not in the list; the API will judge it</span>
  const parts = [
    model.default && 'default',
    words[model.state ?? 'ready'],
    model.context_window !== undefined && `${formatCount(model.context_window)} tokens`,
    model.input?.includes('image') && 'reads images',
    model.price && `$${model.price.input} / $${model.price.output} per M`,
  ]
  return <span className="block truncate text-xs text-muted">{parts.filter(Boolean).join(' · ')}</span>
}
