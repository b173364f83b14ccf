import type { Timers } from '#lib/config.ts'
import type { CaptureWriter } from './request-log/capture-writer.ts'
import type { RefusedRequests } from './request-log/refused-requests.ts'
import type { Budgets } from './limits/budgets.ts'
import type { KeyCache } from './auth/key-cache.ts'
import type { Limits } from './limits/limits.ts'
import type { Log } from './log.ts'
import type { RequestJournal } from './journal/request-journal.ts'
import type { Meter } from './metering/meter.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { KnownModels } from './metering/known-models.ts'
import type { LimitBook } from '#lib/store/limits/limit-book.ts'
import type { OpenCalls } from './open-calls.ts'
import type { ProviderHealth } from './metering/provider-health.ts'

/** Dependencies shared by all endpoints. */
export interface Gateway {
  readonly keys: KeyCache
  readonly limits: Limits
  readonly limitBook: LimitBook
  readonly budgets: Budgets
  readonly meter: Meter
  readonly journal: RequestJournal
  readonly captures: CaptureWriter
  readonly refused: RefusedRequests
  readonly metrics: Metrics
  readonly openCalls: OpenCalls
  readonly providerHealth: ProviderHealth
  readonly knownModels: KnownModels
  readonly log: Log
  readonly timers: Timers
  /** Origins that a browser may call from. */
  readonly cors: readonly string[]
  /** Trusted reverse proxies, whose forwarded client address is used. */
  readonly trustedProxies: number
  /** The team whose log and usage have the uploads without a key. */
  readonly anonymousTeam: () => string
}
