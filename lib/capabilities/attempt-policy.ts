import { type Circuits, createCircuits } from './circuit.ts'
import { ReportedCosts } from './reported-costs.ts'

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

/** Keeps retries to a fifth of the traffic, so that a failing upstream does not get three times its load. */
interface RetryBudget {
  request(): void
  /** Takes one retry; false: none left. */
  retry(): boolean
}

interface RetryBudgetOptions {
  readonly share?: number
  /** Retries that are free in each window, so that a quiet gateway retries too. */
  readonly free?: number
  readonly windowMs?: number
  readonly now?: () => number
}

export function createRetryBudget(options: RetryBudgetOptions = {}): RetryBudget {
  const { share = 0.2, free = 10, windowMs = 10_000, now = () => performance.now() } = options
  let startedAt = now()
  let requests = 0
  let retries = 0

  return {
    request() {
      if (now() - startedAt > windowMs) {
        startedAt = now()
        requests = 0
        retries = 0
      }
      requests++
    },
    retry() {
      if (retries >= free + requests * share) return false
      retries++
      return true
    },
  }
}
