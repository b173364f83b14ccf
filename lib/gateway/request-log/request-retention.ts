import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#lib/store/core/store.ts'
import type { Log } from '#lib/gateway/log.ts'

const everyMs = 10 * 60_000
const pauseMs = 20

/**
 * Periodically removes expired request log rows, expired responses and data of deleted teams in small batches.
 * @returns a stop function
 */
export function startRequestRetention(
  {
    bodies,
    responses,
    teams,
  }: {
    bodies: Pick<Store['bodies'], 'removeOld'>
    responses: Pick<Store['responses'], 'removeOld'>
    teams: Pick<Store['teams'], 'purge'>
  },
  log: Log,
): () => void {
  const stopped = new AbortController()
  let working = false
  const work = async () => {
    if (working) return
    working = true
    try {
      const pause = () => sleep(pauseMs, undefined, { ref: false, signal: stopped.signal })
      const removed = await bodies.removeOld(Date.now(), pause)
      const removedResponses = await responses.removeOld(Date.now(), pause)
      await teams.purge()
      if (removed.requests + removed.bodies > 0) log.info(removed, 'removed expired request log rows')
      if (removedResponses > 0) log.info({ responses: removedResponses }, 'removed stored responses')
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'could not remove expired data')
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
