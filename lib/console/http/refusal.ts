import 'server-only'
import { ApiError } from '#lib/errors.ts'

/** @param param the field of the body that cannot be as it is */
export function refusal(param: string, message: string): ApiError {
  return new ApiError('invalid_value', message, { param })
}
