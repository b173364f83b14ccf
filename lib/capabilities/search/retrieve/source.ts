import type { Candidate } from './candidate.ts'

/** A candidate that the answer is written from. */
export interface Source extends Candidate {
  /** Plain text, at most 2000 characters: all that the answer may use of it. */
  readonly content: string
}
