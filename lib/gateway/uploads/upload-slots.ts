import { ApiError } from '#lib/errors.ts'

const retryAfterMs = 2_000

/**
 * Limits concurrent uploads: slow ones must not fill the disk or exhaust sockets. Those without a key take at most
 * half of the places.
 */
export interface UploadSlots {
  /** @throws ApiError `rate_limit_exceeded` */
  enter(caller: { readonly isAnonymous: boolean }): Disposable
}

export function createUploadSlots(max: number): UploadSlots {
  const anonymousMax = max / 2
  let taken = 0
  let takenAnonymously = 0
  return {
    enter({ isAnonymous }) {
      if (taken >= max) throw allTaken(`${max} uploads are`)
      if (!isAnonymous) {
        taken++
        return { [Symbol.dispose]: () => void taken-- }
      }
      if (takenAnonymously >= anonymousMax) throw allTaken(`${anonymousMax} uploads without an API key are`)
      taken++
      takenAnonymously++
      return {
        [Symbol.dispose]: () => {
          taken--
          takenAnonymously--
        },
      }
    },
  }
}

function allTaken(what: string): ApiError {
  return new ApiError('rate_limit_exceeded', `${what} already in progress. Try again in a moment.`, {
    retryAfterMs,
  })
}
