import type { Call } from './call.ts'

/** A call that sends a file; uploads need no key unless the operator asks for one. */
export interface FileCall extends Call {
  /** Sent without an API key: nobody pays for it, so nothing that costs the operator money works on it. */
  readonly isAnonymous: boolean
}
