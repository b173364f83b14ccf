import type { UpstreamRequest, UpstreamTarget } from './upstream-request.ts'

/** One model of one provider, as its engine asks it. */
export interface ModelUpstream {
  readonly providerId: string
  /** The upstream's own name of the model. */
  readonly modelId: string
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  /** Values that no message may repeat. */
  readonly secrets: readonly string[]
  /** Our own models process, whose codes stand. */
  readonly local: boolean
  /** Field of our request that an input too long for the model is reported for. */
  readonly inputField: 'messages' | 'input' | 'documents' | 'file'
}
