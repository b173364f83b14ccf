import { ApiError } from '#lib/errors.ts'
import type { Seat } from './seat.ts'

const waitingMax = 32
const waitMsMax = 120_000
const idleMs = 600_000
const retryAfterMs = 15_000

export interface Lane {
  /**
   * Lends a child for one file.
   * @throws ApiError `rate_limit_exceeded` when 32 wait already, or after 120 s; what the signal was aborted with
   */
  take(anonymous: boolean, signal: AbortSignal): Promise<Seat>
  giveBack(seat: Seat): Promise<void>
  close(): Promise<void>
}

interface Waiter {
  readonly anonymous: boolean
  readonly serve: (seat: Seat) => void
  readonly fail: (error: unknown) => void
}

/** Warm children of one sort, one file each at a time, and the line before them: first come first served, keys first. */
export function createLane(size: number, createSeat: () => Promise<Seat>): Lane {
  const free: Seat[] = []
  const all = new Set<Seat>()
  const waiting: Waiter[] = []
  const making = new Set<Promise<void>>()
  const returning = new Set<Promise<void>>()
  let closed = false
  let idle: NodeJS.Timeout | null = null

  function addSeat(): Promise<void> {
    const made = makeSeat().finally(() => making.delete(made))
    making.add(made)
    return made
  }

  async function makeSeat(): Promise<void> {
    try {
      const seat = await createSeat()
      all.add(seat)
      if (closed) await seat.retire()
      else offer(seat)
    } catch (error) {
      // No folder could be made, for one: whoever waits first learns why.
      waiting[0]?.fail(error)
    }
  }

  function offer(seat: Seat): void {
    const next = waiting.shift()
    if (next !== undefined) return next.serve(seat)
    free.push(seat)
    if (free.length === all.size) idle = setTimeout(() => void rest(), idleMs).unref()
  }

  async function rest(): Promise<void> {
    if (free.length < all.size) return
    const seats = free.splice(0)
    all.clear()
    await Promise.all(seats.map(seat => seat.retire()))
  }

  function wait(anonymous: boolean, signal: AbortSignal): Promise<Seat> {
    if (waiting.length >= waitingMax) throw tooMany()
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        anonymous,
        serve: seat => {
          settle()
          resolve(seat)
        },
        fail: error => {
          settle()
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(error as Error)
        },
      }
      const onAbort = (): void => waiter.fail(signal.reason)
      const late = setTimeout(() => waiter.fail(tooMany()), waitMsMax)
      const settle = (): void => {
        clearTimeout(late)
        signal.removeEventListener('abort', onAbort)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const behind = anonymous ? -1 : waiting.findIndex(each => each.anonymous)
      waiting.splice(behind < 0 ? waiting.length : behind, 0, waiter)
    })
  }

  async function giveBack(seat: Seat): Promise<void> {
    if (!closed && !(await seat.isWorn())) {
      await seat.clear()
      return offer(seat)
    }
    all.delete(seat)
    // The next file must not wait for a fork.
    const next = closed ? Promise.resolve() : addSeat()
    await Promise.all([seat.retire(), next])
  }

  return {
    take: async (anonymous, signal) => {
      signal.throwIfAborted()
      if (idle !== null) clearTimeout(idle)
      for (let seat = free.pop(); seat !== undefined; seat = free.pop()) {
        if (seat.isAlive()) return seat
        all.delete(seat)
        void seat.retire()
      }
      const taken = wait(anonymous, signal)
      for (let count = all.size + making.size; count < size; count += 1) void addSeat()
      return await taken
    },
    giveBack: seat => {
      const done = giveBack(seat).finally(() => returning.delete(done))
      returning.add(done)
      return done
    },
    close: async () => {
      closed = true
      await Promise.all([...making, ...returning])
      await Promise.all([...all].map(seat => seat.retire()))
    },
  }
}

function tooMany(): ApiError {
  return new ApiError('rate_limit_exceeded', 'Too many files are waiting to be read. Try again shortly.', {
    retryAfterMs,
    retryable: true,
  })
}
