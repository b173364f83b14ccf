import type { ModelKind } from '#lib/contracts/api/models.ts'
import type { OperatorPrice } from '#lib/prices/operator-price.ts'

/** A model in the operator's configuration. */
export interface ModelEntry {
  readonly id: string
  readonly provider: string
  readonly upstream: string
  readonly kind: Exclude<ModelKind, 'web'>
  readonly input?: readonly ('text' | 'image' | 'audio')[]
  readonly context?: number
  readonly dimensions?: number
  readonly price?: OperatorPrice
  /** The model of the price catalog whose price it has, such as `openai/gpt-6-sol`. */
  readonly priceOf?: string
  readonly fallbacks: readonly string[]
}

const kinds: Readonly<Record<ModelEntry['kind'], true>> = {
  chat: true,
  embeddings: true,
  rerank: true,
  speech: true,
}

/** Whether this version supports the kind: database rows may come from a newer one. */
export function isModelKind(kind: string): kind is ModelEntry['kind'] {
  return Object.hasOwn(kinds, kind)
}
