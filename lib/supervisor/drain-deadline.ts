/** Settings of a stop. */
export interface DrainSettings {
  /** Time in which the gateway still accepts requests. */
  readonly drainDelayMs: number
  /** Time for open requests to finish after that; the gateway then ends them with an error. */
  readonly timers: { readonly drainMs: number }
}

// For the last events of slow readers, the last rows, and the processes that stop after the gateway.
const graceMs = 5000

/** Milliseconds after which processes that are still running are killed. */
export function toDrainDeadline({ drainDelayMs, timers }: DrainSettings): number {
  return drainDelayMs + timers.drainMs + graceMs
}
