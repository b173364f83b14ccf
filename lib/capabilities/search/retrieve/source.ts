import type { Candidate } from './candidate.ts'

/** A candidate selected as a source of the answer. */
export interface Source extends Candidate {
  /** Plain text, at most 2000 characters; the answer may use nothing else of it. */
  readonly content: string
}
