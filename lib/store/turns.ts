import { ApiError } from '#lib/errors.ts'

/** Lets a few pieces of work run at once and a few more wait. */
export interface Turns {
  /** @throws ApiError `rate_limit_exceeded` when too many wait already */
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= waitingMax) {
          throw new ApiError('rate_limit_exceeded', 'Too many are signing in now. Try again in a moment.', {
            retryAfterMs: 2000,
          })
        }
        // Whoever ends hands its place on, so that nobody who comes later takes it.
        await new Promise<void>(resolve => waiting.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
