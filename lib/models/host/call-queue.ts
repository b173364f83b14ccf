import { ApiError } from '#lib/errors.ts'

export interface QueueTicket {
  /** Calls of one pool (a model) may run in parallel; another pool waits until they end. */
  readonly model: string
  /** Key of the call: keys are served in turn. */
  readonly key: string
  readonly signal: AbortSignal
  /** 1 is next; called when waiting and on each change. */
  readonly onPosition: (position: number) => void
}

export interface CallQueue {
  /**
   * Waits for a slot.
   * @returns a function that releases the slot
   * @throws ApiError `rate_limit_exceeded` when the queue is full; the signal's reason on abort
   */
  enter(ticket: QueueTicket): Promise<() => void>
  readonly waiting: number
  waitingByModel(): Readonly<Record<string, number>>
}

interface Waiter extends QueueTicket {
  readonly admit: () => void
  position: number
}

const retryAfterMs = 5_000

/** A bounded queue, fair between keys, for the single compute engine. */
export function createCallQueue({ limit, parallel }: { limit: number; parallel: number }): CallQueue {
  const waiters: Waiter[] = []
  const lastServed = new Map<string, number>()
  let serial = 0
  let model = ''
  let running = 0

  const admitNext = () => {
    const [first] = inOrder(waiters, lastServed)
    const free = running === 0 || (first?.model === model && running < parallel)
    if (first !== undefined && free) {
      waiters.splice(waiters.indexOf(first), 1)
      begin(first)
      first.admit()
      return admitNext()
    }
    for (const [index, waiter] of inOrder(waiters, lastServed).entries()) tellPosition(waiter, index + 1)
  }

  const begin = (ticket: QueueTicket) => {
    serial += 1
    lastServed.set(ticket.key, serial)
    model = ticket.model
    running += 1
    if (waiters.length === 0) forgetOldest(lastServed)
  }

  const enter = () => {
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
    waitingByModel() {
      const counts: Record<string, number> = {}
      for (const waiter of waiters) counts[waiter.model] = (counts[waiter.model] ?? 0) + 1
      return counts
    },
    async enter(ticket) {
      ticket.signal.throwIfAborted()
      if (waiters.length === 0 && (running === 0 || (ticket.model === model && running < parallel))) {
        begin(ticket)
        return enter()
      }
      if (waiters.length >= limit)
        throw new ApiError(
          'rate_limit_exceeded',
          `The queue of the embedded engine is full (${limit} calls). Retry in a few seconds.`,
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
            resolve(enter())
          },
        }
        ticket.signal.addEventListener('abort', leave, { once: true })
        waiters.push(waiter)
        admitNext()
      })
    },
  }
}

/** Order of service: calls of one key in order of arrival, keys round-robin, longest wait first. */
function inOrder(waiters: readonly Waiter[], lastServed: ReadonlyMap<string, number>): Waiter[] {
  const rounds = new Map<string, number>()
  return waiters
    .map((waiter, arrival) => {
      const round = rounds.get(waiter.key) ?? 0
      rounds.set(waiter.key, round + 1)
      return { waiter, arrival, round, lastSerial: lastServed.get(waiter.key) ?? 0 }
    })
    .toSorted((a, b) => a.round - b.round || a.lastSerial - b.lastSerial || a.arrival - b.arrival)
    .map(({ waiter }) => waiter)
}

function tellPosition(waiter: Waiter, position: number): void {
  if (waiter.position === position) return
  waiter.position = position
  waiter.onPosition(position)
}

const rememberedKeysMax = 1000

function forgetOldest(lastServed: Map<string, number>): void {
  if (lastServed.size > rememberedKeysMax) lastServed.clear()
}
