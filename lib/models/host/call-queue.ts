import { ApiError } from '#lib/errors.ts'

export interface QueueTicket {
  /** Calls of one lane (a model) may run together; another lane waits until they have ended. */
  readonly lane: string
  /** Whose call it is: keys take turns. */
  readonly key: string
  readonly signal: AbortSignal
  /** 1 is next; told when it waits and at each change. */
  readonly onPosition: (position: number) => void
}

export interface CallQueue {
  /**
   * Waits for a turn.
   * @returns gives the place back
   * @throws ApiError `rate_limit_exceeded` when too many wait already; the signal's reason when it aborts
   */
  enter(ticket: QueueTicket): Promise<() => void>
  readonly waiting: number
}

interface Waiter extends QueueTicket {
  readonly admit: () => void
  position: number
}

const retryAfterMs = 5_000

/** A bounded queue, fair between keys, in front of the one thing that computes. */
export function createCallQueue({ limit, parallel }: { limit: number; parallel: number }): CallQueue {
  const waiters: Waiter[] = []
  const turns = new Map<string, number>()
  let turn = 0
  let lane = ''
  let running = 0

  const admitNext = () => {
    const [first] = inOrder(waiters, turns)
    const free = running === 0 || (first?.lane === lane && running < parallel)
    if (first !== undefined && free) {
      waiters.splice(waiters.indexOf(first), 1)
      begin(first)
      first.admit()
      return admitNext()
    }
    for (const [index, waiter] of inOrder(waiters, turns).entries()) tellPosition(waiter, index + 1)
  }

  const begin = (ticket: QueueTicket) => {
    turn += 1
    turns.set(ticket.key, turn)
    lane = ticket.lane
    running += 1
    if (waiters.length === 0) forgetOldTurns(turns)
  }

  const place = () => {
    let held = true
    return () => {
      if (!held) return
      held = false
      running -= 1
      admitNext()
    }
  }

  return {
    get waiting() {
      return waiters.length
    },
    async enter(ticket) {
      ticket.signal.throwIfAborted()
      if (waiters.length === 0 && (running === 0 || (ticket.lane === lane && running < parallel))) {
        begin(ticket)
        return place()
      }
      if (waiters.length >= limit)
        throw new ApiError(
          'rate_limit_exceeded',
          `${limit} calls wait for the embedded engine already. Try again in a few seconds.`,
          { retryAfterMs },
        )
      return await new Promise<() => void>((resolve, reject) => {
        const leave = () => {
          waiters.splice(waiters.indexOf(waiter), 1)
          reject(ticket.signal.reason as Error)
          admitNext()
        }
        const waiter: Waiter = {
          ...ticket,
          position: 0,
          admit: () => {
            ticket.signal.removeEventListener('abort', leave)
            resolve(place())
          },
        }
        ticket.signal.addEventListener('abort', leave, { once: true })
        waiters.push(waiter)
        admitNext()
      })
    },
  }
}

/** The order of service: each key's calls as they came, keys by turns, the one that waited longest for a turn first. */
function inOrder(waiters: readonly Waiter[], turns: ReadonlyMap<string, number>): Waiter[] {
  const rounds = new Map<string, number>()
  return waiters
    .map((waiter, arrival) => {
      const round = rounds.get(waiter.key) ?? 0
      rounds.set(waiter.key, round + 1)
      return { waiter, arrival, round, lastTurn: turns.get(waiter.key) ?? 0 }
    })
    .toSorted((a, b) => a.round - b.round || a.lastTurn - b.lastTurn || a.arrival - b.arrival)
    .map(({ waiter }) => waiter)
}

function tellPosition(waiter: Waiter, position: number): void {
  if (waiter.position === position) return
  waiter.position = position
  waiter.onPosition(position)
}

const rememberedKeysMax = 1000

function forgetOldTurns(turns: Map<string, number>): void {
  if (turns.size > rememberedKeysMax) turns.clear()
}
