import { ApiError } from '#lib/errors.ts'

export interface UsedUpBudget {
  readonly whose: 'key' | 'team'
  readonly limitNanos: number
  /** Milliseconds since 1970; null: never. */
  readonly resetsAt: number | null
}

/** Why a call is not made: what it may cost at most is more than is left. */
export function budgetUsedUp({ whose, limitNanos, resetsAt }: UsedUpBudget, nanos: number): ApiError {
  const until =
    resetsAt === null ? '' : ` It begins anew on ${new Date(resetsAt).toISOString().slice(0, 10)}.`
  const advice = 'Send less, lower max_tokens, or ask an administrator to raise the budget.'
  const message = `Too little is left of this ${whose}’s budget of ${toDollars(limitNanos)}: this call may cost up to ${toDollars(nanos)}.${until} ${advice}`
  return new ApiError('insufficient_quota', message)
}

export function budgetAway(cause: unknown): ApiError {
  const message =
    'What is left of a budget cannot be looked up now: the database does not answer. Send the request again.'
  return new ApiError('store_unavailable', message, { cause, retryable: true, retryAfterMs: 1000 })
}

function toDollars(nanos: number): string {
  const dollars = nanos / 1e9
  return `$${dollars >= 0.01 ? dollars.toFixed(2) : dollars.toPrecision(2)}`
}
