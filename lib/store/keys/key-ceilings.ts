import { ApiError } from '#lib/errors.ts'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'

/** Limits that an admin set on another member's key; absent fields are up to the owner. */
export interface KeyCeilings {
  readonly scopes?: readonly string[]
  readonly models?: readonly string[]
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  readonly parallel?: number
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  readonly budget?: BudgetTerms
  /** Suspended until an admin enables it. */
  readonly disabled?: true
}

/** The limited fields of a change; null: no limit. */
export interface LimitChange {
  readonly scopes?: readonly string[]
  readonly models?: readonly string[] | null
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
    format: (most: number) => `at most ${most} requests per minute`,
  },
  {
    field: 'tokensPerMinute',
    param: 'tokens_per_minute',
    format: (most: number) => `at most ${most} tokens per minute`,
  },
  { field: 'parallel', param: 'parallel', format: (most: number) => `at most ${most} concurrent requests` },
  {
    field: 'expiresAt',
    param: 'expires_at',
    format: (last: number) => `an expiry no later than ${new Date(last).toISOString()}`,
  },
] as const

const limitedFields: ReadonlySet<string> = new Set<keyof KeyCeilings>([
  'scopes',
  'models',
  'requestsPerMinute',
  'tokensPerMinute',
  'parallel',
  'expiresAt',
  'budget',
  'disabled',
])

/**
 * The limits after an admin's change of another member's key: each given limit is set, and each removed one is cleared.
 * @param changed may have other fields, too
 */
export function settleCeilings(before: KeyCeilings, changed: LimitChange): KeyCeilings {
  const limits = Object.entries({ ...changed, disabled: changed.disabled === true ? true : null })
  const given = limits.filter(([field]) => Object.hasOwn(changed, field))
  const merged = { ...before, ...Object.fromEntries(given) }
  // Earlier versions stored other fields.
  return Object.fromEntries(
    Object.entries(merged).filter(([field, value]) => limitedFields.has(field) && value !== null),
  )
}

/**
 * @param before limits of the key that may exceed those of an admin, which earlier versions did not enforce: lower ones
 * than these are allowed
 * @param change without unchanged fields
 * @throws ApiError `role_not_allowed` with the field that exceeds an admin's limit
 */
export function requireWithin(
  ceilings: KeyCeilings,
  before: Required<LimitChange>,
  change: LimitChange,
): void {
  for (const field of ['scopes', 'models'] as const) {
    requireAmong(field, ceilings[field], before[field], change[field])
  }
  for (const { field, param, format } of counts) {
    const [ceiling, wanted] = [ceilings[field], change[field]]
    if (ceiling === undefined || wanted === undefined) continue
    if (wanted !== null && wanted <= Math.max(ceiling, before[field] ?? Infinity)) continue
    throw beyond(param, format(ceiling))
  }
  const { budget } = ceilings
  const isNarrower = (wanted: BudgetTerms | null) =>
    before.budget === null ? wanted !== null : isWithin(wanted, before.budget)
  if (
    budget !== undefined &&
    change.budget !== undefined &&
    !isWithin(change.budget, budget) &&
    !isNarrower(change.budget)
  ) {
    const dollars = `$${(budget.limitNanos / 1e9).toLocaleString('en-US')}`
    const each = budget.period === null ? 'in total' : `per ${budget.period}`
    throw beyond('budget.limit_usd', `at most ${dollars} ${each}`)
  }
  if (ceilings.disabled && change.disabled === false) {
    const message = 'An admin disabled this key. Ask an admin to enable it, or create another key.'
    throw new ApiError('role_not_allowed', message, { param: 'disabled' })
  }
}

const shownMax = 20

/**
 * @param before null: all
 * @param wanted null: all
 */
function requireAmong(
  field: 'scopes' | 'models',
  allowed: readonly string[] | undefined,
  before: readonly string[] | null,
  wanted: readonly string[] | null | undefined,
): void {
  if (allowed === undefined || wanted === undefined) return
  if (wanted?.every(each => before === null || before.includes(each) || allowed.includes(each))) return
  const rest = allowed.length > shownMax ? ` and ${allowed.length - shownMax} more` : ''
  const listed = `${allowed.slice(0, shownMax).join(', ')}${rest}`
  const message = `An admin limits this key to the ${field} ${listed}. You can choose fewer of them.`
  throw new ApiError('role_not_allowed', message, { param: field })
}

/** A different period is not a smaller budget, whatever its limit. */
function isWithin(wanted: BudgetTerms | null, { limitNanos, period }: BudgetTerms): boolean {
  return wanted !== null && wanted.period === period && wanted.limitNanos <= limitNanos
}

function beyond(param: string, limit: string): ApiError {
  const message = `An admin limits this key to ${limit}. You can set a lower limit.`
  return new ApiError('role_not_allowed', message, { param })
}
