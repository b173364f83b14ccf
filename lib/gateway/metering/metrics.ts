import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ErrorCode } from '#lib/errors.ts'

export interface Metrics {
  ended(route: string, status: number, totalMs: number, firstMs: number | null, usage: Usage | null): void
  attemptFailed(providerId: string, code: ErrorCode): void
  skipped(count: number): void
  /** In Prometheus' text format. */
  print(): Promise<{ readonly type: string; readonly text: string }>
}

export interface MetricsOptions {
  readonly openCalls: () => number
  readonly queuedRows: () => number
  readonly areLimitsDegraded: () => boolean
  readonly unhealthyProviders: () => Iterable<string>
  /** As `YYYY-MM-DD`. */
  readonly priceCatalogMade: () => string
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Labels come from closed lists only: routes, statuses, codes, configured providers; never a key, model or address. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'sextant_requests_total',
    help: 'Calls by route and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'sextant_request_seconds',
    help: 'Request duration.',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  })
  const first = new Histogram({
    name: 'sextant_first_event_seconds',
    help: 'Time to first event, or to a complete response.',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  })
  const tokens = new Counter({
    name: 'sextant_tokens_total',
    help: 'Input and output tokens.',
    labelNames: ['kind'],
    registers,
  })
  const refusals = new Counter({
    name: 'sextant_upstream_errors_total',
    help: 'Failed attempts by provider and code.',
    labelNames: ['provider', 'code'],
    registers,
  })
  const skipped = new Counter({
    name: 'sextant_upstream_skipped_events_total',
    help: 'Unreadable upstream events.',
    registers,
  })
  gauge('sextant_open_calls', 'Calls in flight.', options.openCalls)
  gauge(
    'sextant_price_catalog_age_seconds',
    'Time since the day of the price catalog.',
    () => (Date.now() - Date.parse(options.priceCatalogMade())) / 1000,
  )
  gauge('sextant_queued_request_rows', 'Request rows waiting to be written.', options.queuedRows)
  gauge(
    'sextant_limits_degraded',
    '1 while rate limits do not hold over all instances, because the database does not respond.',
    () => (options.areLimitsDegraded() ? 1 : 0),
  )
  registry.registerMetric(
    new Gauge({
      name: 'sextant_provider_unhealthy',
      help: '1 for a provider that needs attention, such as one that rejects its API key.',
      labelNames: ['provider'],
      registers: [],
      collect() {
        this.reset()
        for (const provider of options.unhealthyProviders()) this.set({ provider }, 1)
      },
    }),
  )
  const children = new Map<string, ReturnType<typeof bind>>()
  const prompt = tokens.labels('prompt')
  const completion = tokens.labels('completion')

  function gauge(name: string, help: string, read: () => number): void {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  }
  // Resolving labels costs more than counting: each pair is resolved once.
  function bind(route: string, status: number) {
    return {
      count: requests.labels(route, String(status)),
      total: duration.labels(route),
      first: first.labels(route),
    }
  }

  return {
    ended(route, status, totalMs, firstMs, usage) {
      const name = `${route} ${status}`
      const child = children.get(name) ?? bind(route, status)
      children.set(name, child)
      child.count.inc()
      child.total.observe(totalMs / 1000)
      if (firstMs !== null) child.first.observe(firstMs / 1000)
      if (!usage) return
      prompt.inc(usage.prompt_tokens)
      completion.inc(usage.completion_tokens)
    },
    attemptFailed: (providerId, code) => refusals.inc({ provider: providerId, code }),
    skipped: count => skipped.inc(count),
    async print() {
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
