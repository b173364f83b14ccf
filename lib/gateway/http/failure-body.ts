import type { ErrorFormat } from '#lib/contracts/core/contract.ts'
import { type ApiError, toErrorBody } from '#lib/errors.ts'

/** The body of an error: the default envelope, or the operation's own error format. */
export function toFailureBody(
  failure: ErrorFormat | undefined,
  error: ApiError,
  requestId: string | null = null,
): object {
  return failure === undefined ? toErrorBody(error) : failure.print(error, requestId)
}
