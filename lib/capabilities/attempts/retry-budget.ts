/** Keeps retries to a fifth of the traffic, so that a failing upstream does not get three times its load. */
export interface RetryBudget {
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
