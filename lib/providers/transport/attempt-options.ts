import type { ExchangeRecorder } from './exchange-recorder.ts'

/** Bounds of one attempt, in milliseconds. Upstream comments restart `firstEventMs` and `idleMs`. */
export interface AttemptTimers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  readonly totalMs: number
}

export interface AttemptOptions {
  readonly signal: AbortSignal
  /** The caller's key: the embedded engine's queue is fair per key. Sent to no other server. */
  readonly keyId?: string
  readonly timers: AttemptTimers
  /** Null or absent: the bodies of this request are not logged. */
  readonly exchanges?: ExchangeRecorder | null
  /** Reports milliseconds spent waiting, by phase of the upstream's `Server-Timing`, and why a model was loaded. */
  waited?(phase: 'queue' | 'load' | 'upstream', ms: number, reason?: string | null): void
  /** Reports why a response in one piece is late, as a comment of a stream would. */
  waits?(note: string): void
  /** Reports unreadable events that were skipped. */
  skipped?(count: number): void
}
