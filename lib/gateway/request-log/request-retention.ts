import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#lib/store/core/store.ts'
import type { Log } from '#lib/gateway/log.ts'

const everyMs = 10 * 60_000
const pauseMs = 20

/**
 * Periodically removes expired request log rows and data of deleted teams in small batches.
 * @returns a stop function
 */
export function startRequestRetention(
  { bodies, teams }: { bodies: Pick<Store['bodies'], 'removeOld'>; teams: Pick<Store['teams'], 'purge'> },
  log: Log,
): () => void {
  const stopped = new AbortController()
  let working = false
  const work = async () => {
    if (working) return
    working = true
    try {
      const removed = await bodies.removeOld(Date.now(), () =>
        sleep(pauseMs, undefined, { ref: false, signal: stopped.signal }),
      )
      await teams.purge()
      if (removed.requests + removed.bodies > 0) log.info(removed, 'removed expired request log rows')
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'could not remove expired request log rows')
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
