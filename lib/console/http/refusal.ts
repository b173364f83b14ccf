import 'server-only'
import { ApiError } from '#lib/errors.ts'

/** @param param the invalid field of the body */
export function refusal(param: string, message: string): ApiError {
  return new ApiError('invalid_value', message, { param })
}
