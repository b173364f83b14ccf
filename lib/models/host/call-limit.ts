import { ApiError } from '#lib/errors.ts'

/** Limits concurrent calls. */
export interface CallLimit {
  /**
   * @returns a function that releases the slot
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
          `The embedded engine is already running ${max} calls. Retry in a few seconds.`,
          { retryAfterMs },
        )
      held += 1
      return { [Symbol.dispose]: () => void (held -= 1) }
    },
  }
}
