import { ApiError } from '#lib/errors.ts'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'

/** How far somebody may go with their own key, because an administrator said so; what is absent is theirs to say. */
export interface KeyCeilings {
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  readonly parallel?: number
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  readonly budget?: BudgetTerms
  /** It rests until an administrator enables it. */
  readonly disabled?: true
}

/** What a change says of the things that ceilings are for; null: no limit. */
export interface LimitChange {
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly parallel?: number | null
  readonly expiresAt?: number | null
  readonly budget?: BudgetTerms | null
  readonly disabled?: boolean
}

const counts = [
  {
    field: 'requestsPerMinute',
    param: 'requests_per_minute',
    toWords: (most: number) => `at most ${most} requests a minute`,
  },
  {
    field: 'tokensPerMinute',
    param: 'tokens_per_minute',
    toWords: (most: number) => `at most ${most} tokens a minute`,
  },
  { field: 'parallel', param: 'parallel', toWords: (most: number) => `at most ${most} calls at once` },
  {
    field: 'expiresAt',
    param: 'expires_at',
    toWords: (last: number) => `no end after ${new Date(last).toISOString()}`,
  },
] as const

/**
 * The ceilings after an administrator's change of somebody else's key: each limit that is given becomes one, and each
 * that is taken away is none any more. `changed` leaves out what stays as it is: a form sends all of its fields.
 */
export function settleCeilings(before: KeyCeilings, changed: LimitChange): KeyCeilings {
  const limits = Object.entries({ ...changed, disabled: changed.disabled === true ? true : null })
  const given = limits.filter(([field]) => Object.hasOwn(changed, field))
  const merged = { ...before, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** @throws ApiError `role_not_allowed` with the field that goes further than an administrator said */
export function requireWithin(ceilings: KeyCeilings, change: LimitChange): void {
  for (const { field, param, toWords } of counts) {
    const [ceiling, wanted] = [ceilings[field], change[field]]
    if (ceiling === undefined || wanted === undefined || (wanted !== null && wanted <= ceiling)) continue
    throw beyond(param, toWords(ceiling))
  }
  const { budget } = ceilings
  if (budget !== undefined && change.budget !== undefined && !isWithin(change.budget, budget)) {
    const dollars = `$${(budget.limitNanos / 1e9).toLocaleString('en-US')}`
    const each = budget.period === null ? 'in all' : `a ${budget.period}`
    throw beyond('budget.limit_usd', `at most ${dollars} ${each}`)
  }
  if (ceilings.disabled && change.disabled === false) {
    const message = 'An administrator disabled this key: ask one to enable it, or make another one.'
    throw new ApiError('role_not_allowed', message, { param: 'disabled' })
  }
}

/** Another period is no smaller budget, whatever its limit. */
function isWithin(wanted: BudgetTerms | null, { limitNanos, period }: BudgetTerms): boolean {
  return wanted !== null && wanted.period === period && wanted.limitNanos <= limitNanos
}

function beyond(param: string, limit: string): ApiError {
  const message = `An administrator allows this key ${limit}; you may set less.`
  return new ApiError('role_not_allowed', message, { param })
}
