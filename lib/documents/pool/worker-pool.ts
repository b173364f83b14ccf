import type { PoolWorker } from './pool-worker.ts'
import { ApiError } from '#lib/errors.ts'

const waitingMax = 32
const waitMsMax = 120_000
const idleMs = 600_000
const retryAfterMs = 15_000
const displaceMs = 1_000

export interface WorkerPool {
  /**
   * Acquires a worker for one file.
   * @throws ApiError `rate_limit_exceeded` after 120 s, or if 32 are waiting and none of them gives its place to a
   * caller with a key; the signal's reason on abort
   */
  take(claim: Claim): Promise<PoolWorker>
  giveBack(worker: PoolWorker): Promise<void>
  close(): Promise<void>
}

/** A request for a worker. */
export interface Claim {
  /**
   * Cancels the work, because a file with a key waits and all workers read files without one. Null: the caller
   * has a key. Otherwise the caller waits behind those with a key, and claims again when this was called.
   */
  readonly displace: (() => void) | null
  /** How often the work was canceled so: it then comes before other files without a key. */
  readonly displacements?: number
  readonly signal: AbortSignal
}

interface Waiter {
  readonly claim: Claim
  readonly serve: (worker: PoolWorker) => void
  readonly fail: (error: unknown) => void
}

/**
 * Warm workers of one type, one file each at a time, and their queue: first come, first served, keys first. A
 * caller with a key that waits 1 s for work without keys only displaces the youngest of it.
 */
export function createWorkerPool(size: number, createPoolWorker: () => Promise<PoolWorker>): WorkerPool {
  const free: PoolWorker[] = []
  const all = new Set<PoolWorker>()
  const waiting: Waiter[] = []
  /** The files being read, oldest first. */
  const running = new Map<PoolWorker, Claim>()
  const making = new Set<Promise<void>>()
  const returning = new Set<Promise<void>>()
  let closed = false
  let idle: NodeJS.Timeout | null = null

  function addWorker(): Promise<void> {
    const made = makeWorker().finally(() => making.delete(made))
    making.add(made)
    return made
  }

  async function makeWorker(): Promise<void> {
    try {
      const worker = await createPoolWorker()
      all.add(worker)
      if (closed) await worker.retire()
      else offer(worker)
    } catch (error) {
      // For example, the folder could not be created: the first waiting caller gets the reason.
      waiting[0]?.fail(error)
    }
  }

  function offer(worker: PoolWorker): void {
    const next = waiting.shift()
    if (next !== undefined) return next.serve(worker)
    free.push(worker)
    if (free.length === all.size) idle = setTimeout(() => void rest(), idleMs).unref()
  }

  async function rest(): Promise<void> {
    if (free.length < all.size) return
    const workers = free.splice(0)
    all.clear()
    await Promise.all(workers.map(worker => worker.retire()))
  }

  function wait(claim: Claim): Promise<PoolWorker> {
    const { displace, displacements = 0, signal } = claim
    if (waiting.length >= waitingMax && displacements === 0 && !makePlaceFor(claim)) throw tooMany()
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        claim,
        serve: worker => {
          settle()
          running.set(worker, claim)
          resolve(worker)
        },
        fail: error => {
          settle()
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(error as Error)
        },
      }
      const onAbort = (): void => waiter.fail(signal.reason)
      const late = setTimeout(
        () => waiter.fail(displacements > 0 ? displacedTooLong() : tooMany()),
        waitMsMax,
      )
      const displacing = displace === null ? setTimeout(displaceYoungest, displaceMs) : undefined
      const settle = (): void => {
        clearTimeout(late)
        clearTimeout(displacing)
        signal.removeEventListener('abort', onAbort)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const behind = waiting.findIndex(each => isBefore(claim, each.claim))
      waiting.splice(behind < 0 ? waiting.length : behind, 0, waiter)
    })
  }

  /** Files without a key cannot keep out those with one. */
  function makePlaceFor({ displace }: Claim): boolean {
    const last = waiting.at(-1)
    if (displace !== null || last === undefined || last.claim.displace === null) return false
    last.fail((last.claim.displacements ?? 0) > 0 ? displacedTooLong() : tooMany())
    return true
  }

  function displaceYoungest(): void {
    const claims = [...running.values()]
    // A worker that is starting or being cleared serves the next caller anyway.
    if (claims.length < size || claims.some(({ displace }) => displace === null)) return
    claims.at(-1)?.displace?.()
  }

  async function giveBack(worker: PoolWorker): Promise<void> {
    running.delete(worker)
    if (!closed && !(await worker.isWorn())) {
      await worker.clear()
      return offer(worker)
    }
    all.delete(worker)
    // Start it now, so that the next file need not wait for a fork.
    const next = closed ? Promise.resolve() : addWorker()
    await Promise.all([worker.retire(), next])
  }

  return {
    take: async claim => {
      claim.signal.throwIfAborted()
      if (idle !== null) clearTimeout(idle)
      for (let worker = free.pop(); worker !== undefined; worker = free.pop()) {
        if (worker.isAlive()) {
          running.set(worker, claim)
          return worker
        }
        all.delete(worker)
        void worker.retire()
      }
      const taken = wait(claim)
      for (let count = all.size + making.size; count < size; count += 1) void addWorker()
      return await taken
    },
    giveBack: worker => {
      const done = giveBack(worker).finally(() => returning.delete(done))
      returning.add(done)
      return done
    },
    close: async () => {
      closed = true
      await Promise.all([...making, ...returning])
      await Promise.all([...all].map(worker => worker.retire()))
    },
  }
}

/** Keys first, then files that were displaced before. */
function isBefore(one: Claim, other: Claim): boolean {
  if (other.displace === null) return false
  return one.displace === null || ((one.displacements ?? 0) > 0 && (other.displacements ?? 0) === 0)
}

function displacedTooLong(): ApiError {
  const message = 'Files with an API key came first for too long. Retry shortly, or send an API key.'
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs, retryable: true })
}

function tooMany(): ApiError {
  return new ApiError('rate_limit_exceeded', 'Too many files are queued. Retry shortly.', {
    retryAfterMs,
    retryable: true,
  })
}
