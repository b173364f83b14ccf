import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import type { CallKind } from './model-errors.ts'

/** A type of model that any provider with an OpenAI-compatible API serves in the same way. */
export interface ModelType<Model> {
  /** Kind of the models in lists and in the configuration. */
  readonly kind: CallKind
  readonly inputField: ModelUpstream['inputField']
  /** Called once per model, so that what the model learns about its server persists. */
  readonly create: (upstream: ModelUpstream) => Model
}
