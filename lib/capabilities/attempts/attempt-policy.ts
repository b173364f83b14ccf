import { type Circuits, createCircuits } from './circuit.ts'
import { AnswerLimits } from './answer-limits.ts'
import { PlainTargets } from './plain-targets.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
import { createRouting, type Routing } from '#lib/capabilities/routing/routing.ts'
import { ReportedCosts } from '#lib/capabilities/reported-costs.ts'

/** Retry policy, and the state shared by all attempts. */
export interface AttemptPolicy {
  readonly circuits: Circuits
  readonly routing: Routing
  readonly retryBudget: RetryBudget
  /** Learned from every response, for the budgets of requests to targets without a price. */
  readonly reportedCosts: ReportedCosts
  /** Learned from refusals, for answers that only a budget limits. */
  readonly answerLimits: AnswerLimits
  /** Learned from streams that were to be assembled. */
  readonly plainTargets: PlainTargets
  /** Per target, after its first attempt. */
  readonly retriesMax: number
  /** Per request, over all targets. */
  readonly attemptsMax: number
  /** Until the first event of a stream, over all attempts at configured providers. */
  readonly firstEventMsMax: number
  /** Doubled with each retry; the pause is a random part of it. */
  readonly backOffMs: number
  /** With a longer `Retry-After`, the next target is tried at once. */
  readonly retryAfterMaxMs: number
}

export function createAttemptPolicy(): AttemptPolicy {
  return {
    circuits: createCircuits(),
    routing: createRouting(),
    retryBudget: createRetryBudget(),
    reportedCosts: new ReportedCosts(),
    answerLimits: new AnswerLimits(),
    plainTargets: new PlainTargets(),
    retriesMax: 2,
    attemptsMax: 6,
    firstEventMsMax: 120_000,
    backOffMs: 250,
    retryAfterMaxMs: 10_000,
  }
}
