import { inspect } from 'node:util'
import { ApiError } from '#lib/errors.ts'
import type { WebFailure } from './web-work.ts'

const causeCharsMax = 4000

/** An error serialized for another thread. */
export function toWebFailure(error: unknown): WebFailure {
  if (!(error instanceof ApiError))
    return { code: null, message: String(error), param: null, cause: print(error) }
  const { code, message, param, cause } = error
  return { code, message, param, cause: cause === undefined ? '' : print(cause) }
}

/** Restores the error in the other thread; its cause is text there. */
export function fromWebFailure({ code, message, param, cause }: WebFailure): Error {
  if (code === null) return new Error(message, { cause })
  return new ApiError(code, message, { ...(param !== null && { param }), ...(cause !== '' && { cause }) })
}

function print(cause: unknown): string {
  return inspect(cause, { depth: 4 }).slice(0, causeCharsMax)
}
