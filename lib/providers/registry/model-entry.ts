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
  /** Several ways to the model; `provider` and `upstream` are those of the first. */
  readonly deployments?: readonly DeploymentEntry[]
  readonly routing?: { readonly pick: 'weight'; readonly affinity: 'auto' | 'off' }
}

/** One of several ways to a model; facts that are absent are those of the model. */
export interface DeploymentEntry extends Pick<
  ModelEntry,
  'provider' | 'upstream' | 'input' | 'context' | 'price' | 'priceOf'
> {
  /** Its share of the requests, relative to the others of its tier. */
  readonly weight: number
  /** The next tier is used when no deployment of this one can be. */
  readonly tier: number
  /** Requests in progress, for each key. */
  readonly maxParallel?: number
  /** The same over all instances. */
  readonly maxParallelTotal?: number
}

export const modelKinds = ['chat', 'embeddings', 'rerank', 'speech'] as const satisfies ModelEntry['kind'][]

/** Whether this version supports the kind: database rows may come from a newer one. */
export function isModelKind(kind: string): kind is ModelEntry['kind'] {
  return modelKinds.some(known => known === kind)
}
