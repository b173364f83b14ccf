import { type Circuits, createCircuits } from './circuit.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

/** How often, and how patiently, targets are asked again. */
export interface AttemptPolicy {
  readonly circuits: Circuits
  readonly retryBudget: RetryBudget
  /** Per target, after its first attempt. */
  readonly retriesMax: number
  /** Per call, over all targets. */
  readonly attemptsMax: number
  /** Doubled with each retry, and drawn from between 0 and that. */
  readonly backOffMs: number
  /** A longer `Retry-After` goes to the next target at once. */
  readonly retryAfterMaxMs: number
}

export function createAttemptPolicy(): AttemptPolicy {
  return {
    circuits: createCircuits(),
    retryBudget: createRetryBudget(),
    retriesMax: 2,
    attemptsMax: 6,
    backOffMs: 250,
    retryAfterMaxMs: 10_000,
  }
}
