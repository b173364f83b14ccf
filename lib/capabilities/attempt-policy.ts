import { type Circuits, createCircuits } from './circuit.ts'
import { ReportedCosts } from './reported-costs.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

/** How often and how patiently targets are asked again, and what all attempts share. */
export interface AttemptPolicy {
  readonly circuits: Circuits
  readonly retryBudget: RetryBudget
  /** Learned from every answer, for the budgets of calls to targets without a price. */
  readonly reportedCosts: ReportedCosts
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
    reportedCosts: new ReportedCosts(),
    retriesMax: 2,
    attemptsMax: 6,
    backOffMs: 250,
    retryAfterMaxMs: 10_000,
  }
}
