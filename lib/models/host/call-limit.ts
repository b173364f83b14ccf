import { ApiError } from '#lib/errors.ts'

/** Bounds how many calls are held at once. */
export interface CallLimit {
  /**
   * @returns gives the place back
   * @throws ApiError `rate_limit_exceeded`
   */
  enter(): Disposable
}

const retryAfterMs = 5_000

export function createCallLimit(max: number): CallLimit {
  let held = 0
  return {
    enter() {
      if (held >= max)
        throw new ApiError(
          'rate_limit_exceeded',
          `The embedded engine works on ${max} calls already. Try again in a few seconds.`,
          { retryAfterMs },
        )
      held += 1
      return { [Symbol.dispose]: () => void (held -= 1) }
    },
  }
}
