import { ApiError, type ErrorCode, errorCodes, type ErrorType } from '#lib/errors.ts'
import type { Advice } from '#components/playground/form/model/advice-by-path.ts'
import { adviceFor } from '#components/playground/run/model/error-advice.ts'

export interface ErrorTableRow extends Advice {
  readonly code: ErrorCode
  readonly status: number
  readonly type: ErrorType
}

// The console's own pages see these, and nobody the answer to a call that was given up.
const notOfTheApi: ReadonlySet<ErrorCode> = new Set([
  'signed_out',
  'sign_in_failed',
  'role_not_allowed',
  'not_found',
  'link_not_valid',
  'email_taken',
  'last_owner',
  'client_closed',
])

/** Every code that the API answers with, what it means and what to do. */
export function toErrorTable(): readonly ErrorTableRow[] {
  return errorCodes
    .filter(code => !notOfTheApi.has(code))
    .map(code => {
      const { status, type } = new ApiError(code, '')
      return { code, status, type, ...adviceFor(code, status) }
    })
    .toSorted((one, other) => one.status - other.status)
}
