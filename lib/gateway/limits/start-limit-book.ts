import { randomUUID } from 'node:crypto'
import type { Log } from '#lib/gateway/log.ts'
import type { Metrics } from '#lib/gateway/metrics/metrics.ts'
import type { Store } from '#lib/store/core/store.ts'
import { LimitBook } from '#lib/store/limits/limit-book.ts'

const countMs = 5_000
const cleanUpMs = 60_000

interface RunningLimitBook {
  readonly book: LimitBook
  /** Returns what is leased; requests must have ended by then. */
  close(): Promise<void>
}

/** The rate limits of this gateway, in step with those of the other gateways on the same database. */
export function startLimitBook(
  { limitUses, openRequests }: Pick<Store, 'limitUses' | 'openRequests'>,
  onDatabaseFailure: 'share' | 'reject',
  metrics: Pick<Metrics, 'limitDecided' | 'limitLeased'>,
  log: Log,
): RunningLimitBook {
  let instances = 1
  const book = new LimitBook({
    uses: limitUses,
    instanceId: `gw_${randomUUID()}`,
    onDatabaseFailure,
    onDecided: decision => metrics.limitDecided(decision),
    onExchanged: ms => metrics.limitLeased(ms),
    instances: () => instances,
    onDegraded(reason) {
      if (reason === null) return log.info('database available again; rate limits hold over all instances')
      const effect =
        onDatabaseFailure === 'share'
          ? 'each instance allows an equal part of every rate limit'
          : 'requests with a rate limit are rejected'
      log.warn({ err: reason }, `database unavailable; ${effect}`)
    },
  })
  if (limitUses === null) return { book, close: () => book.close() }
  // While the database does not respond, the last count is used.
  const onFault = (error: unknown) =>
    log.debug({ err: error }, 'could not count instances or old rate limits')
  const count = async () => {
    instances = Math.max(1, await openRequests.countGateways())
  }
  // Before the first count, an outage would give this gateway the whole of each limit.
  void count().catch(onFault)
  const counting = setInterval(() => void count().catch(onFault), countMs).unref()
  const cleaning = setInterval(() => void limitUses.removeIdle().catch(onFault), cleanUpMs).unref()
  return {
    book,
    async close() {
      clearInterval(counting)
      clearInterval(cleaning)
      await book.close()
    },
  }
}
