/** Deadlines of the calls to the outside, in milliseconds. */
export interface CallTimers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  /** All of a plain answer. */
  readonly plainMs: number
  /** All of a stream. */
  readonly streamMs: number
}
