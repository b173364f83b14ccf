import type { Timers } from '#lib/config.ts'
import type { CaptureWriter } from './capture-writer.ts'
import type { Budgets } from './budgets.ts'
import type { KeyCache } from './key-cache.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Metrics } from './metrics.ts'
import type { OpenCalls } from './open-calls.ts'
import type { ProviderHealth } from './provider-health.ts'

/** What every endpoint shares. */
export interface Gateway {
  readonly keys: KeyCache
  readonly limits: Limits
  readonly budgets: Budgets
  readonly meter: Meter
  readonly captures: CaptureWriter
  readonly metrics: Metrics
  readonly openCalls: OpenCalls
  readonly providerHealth: ProviderHealth
  readonly log: Log
  readonly timers: Timers
  /** Origins that a browser may call from. */
  readonly cors: readonly string[]
  /** Reverse proxies in front whose word on a caller's address is believed. */
  readonly trustedProxies: number
}
