import { ApiError, type ErrorCode, errorCodes, type ErrorType } from '#lib/errors.ts'
import type { Advice } from '#components/playground/form/model/advice-by-path.ts'
import { adviceFor } from '#components/playground/run/model/error-advice.ts'

export interface ErrorTableRow extends Advice {
  readonly code: ErrorCode
  readonly status: number
  readonly type: ErrorType
}

// Only console routes return these, and `client_closed` is never delivered.
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

/** All API error codes, with their meaning and resolution. */
export function toErrorTable(): readonly ErrorTableRow[] {
  return errorCodes
    .filter(code => !notOfTheApi.has(code))
    .map(code => {
      const { status, type } = new ApiError(code, '')
      return { code, status, type, ...adviceFor(code, status) }
    })
    .toSorted((one, other) => one.status - other.status)
}
