import type { UpstreamRequest, UpstreamTarget } from './upstream-request.ts'

/** One model of one provider, as called by its adapter. */
export interface ModelUpstream {
  readonly providerId: string
  /** The upstream's name of the model. */
  readonly modelId: string
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  /** Secrets that messages must not contain. */
  readonly secrets: readonly string[]
  /** Our own models process, whose error codes are preserved. */
  readonly local: boolean
  /** The request field named when an input is too long for the model. */
  readonly inputField: 'messages' | 'input' | 'documents' | 'file'
}
