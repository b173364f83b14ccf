import { ApiError } from '#lib/errors.ts'

const retryAfterMs = 2_000

/** Limits concurrent uploads: slow ones must not fill the disk or exhaust sockets. */
export interface UploadSlots {
  /** @throws ApiError `rate_limit_exceeded` */
  enter(): Disposable
}

export function createUploadSlots(max: number): UploadSlots {
  let taken = 0
  return {
    enter() {
      if (taken >= max) {
        const message = `${max} uploads are already in progress. Try again in a moment.`
        throw new ApiError('rate_limit_exceeded', message, { retryAfterMs })
      }
      taken++
      return { [Symbol.dispose]: () => void taken-- }
    },
  }
}
