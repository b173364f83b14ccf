/** Bounds of one attempt, in milliseconds. Upstream comments restart `firstEventMs` and `idleMs`. */
export interface AttemptTimers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  readonly totalMs: number
}

export interface AttemptOptions {
  readonly signal: AbortSignal
  /** Whose call it is: the embedded engine's queue is fair by key. Told to nobody else. */
  readonly keyId?: string
  readonly timers: AttemptTimers
  /** Reports milliseconds spent waiting, by phase, as the upstream's `Server-Timing` names them. */
  waited?(phase: 'queue' | 'load' | 'upstream', ms: number): void
  /** Reports events that could not be read and were left out. */
  skipped?(count: number): void
}
