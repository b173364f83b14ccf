import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#lib/store/store.ts'
import type { Log } from './log.ts'

const everyMs = 10 * 60_000
const pauseMs = 20

/** Removes old rows of the request log from time to time, a few at once. @returns how to stop */
export function startRequestRetention(bodies: Pick<Store['bodies'], 'removeOld'>, log: Log): () => void {
  const stopped = new AbortController()
  let working = false
  const work = async () => {
    if (working) return
    working = true
    try {
      const removed = await bodies.removeOld(Date.now(), () =>
        sleep(pauseMs, undefined, { ref: false, signal: stopped.signal }),
      )
      if (removed.requests + removed.bodies > 0) log.info(removed, 'old rows of the request log are removed')
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'old rows could not be removed now')
    } finally {
      working = false
    }
  }
  const timer = setInterval(() => void work(), everyMs).unref()
  void work()
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}
