import type { ErrorBody } from './read-error-body.ts'

/** A refusal whose body and headers have been read. */
export interface ReadRefusal {
  readonly status: number
  readonly providerId: string
  readonly modelId: string
  /** Our own models process. */
  readonly local: boolean
  /** Field of our request that an input too long for the model is reported for. */
  readonly inputField: string
  readonly body: ErrorBody
  /** Its message without secrets, and not too long to show. */
  readonly says: string
  /** For the log. */
  readonly cause: Error
  readonly wait: { readonly retryAfterMs?: number }
}
