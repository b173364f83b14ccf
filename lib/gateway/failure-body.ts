import type { FailureFace } from '#lib/contracts/core/contract.ts'
import { type ApiError, toErrorBody } from '#lib/errors.ts'

/** The body of a failure: the usual envelope, or the face that the operation gives it. */
export function toFailureBody(failure: FailureFace | undefined, error: ApiError): object {
  return failure === undefined ? toErrorBody(error) : failure.print(error.message, error.code, error.reason)
}
