import type { ErrorCode } from '#lib/errors.ts'
import type { BoundedNames } from './bounded-names.ts'
import type { Count, MetricFamilies } from './metric-families.ts'

export interface UpstreamMetrics {
  /** Attempts that have ended: with an answer, or with the error that ended the request. */
  attempted(providerId: string, result: ErrorCode | 'ok', count: number): void
  attemptFailed(providerId: string, code: ErrorCode): void
  /** The next target or deployment is asked, because the one before had this error. */
  fellBack(reason: ErrorCode): void
  /** Events of a stream that could not be read. */
  skipped(count: number): void
}

/** Requests to providers. */
export function createUpstreamMetrics(families: MetricFamilies, providers: BoundedNames): UpstreamMetrics {
  const attempts = families.counter({
    name: 'sextant_attempts_total',
    help: 'Requests to providers by result: ok, or the code of the error.',
    labels: ['provider', 'result'],
  })
  const errors = families.counter({
    name: 'sextant_upstream_errors_total',
    help: 'Failed attempts by provider and code.',
    labels: ['provider', 'code'],
  })
  const fallbacks = families.counter({
    name: 'sextant_fallbacks_total',
    help: 'Attempts at another model or deployment, by the error of the one before.',
    labels: ['reason'],
  })
  const unreadable = families
    .counter({ name: 'sextant_upstream_skipped_events_total', help: 'Unreadable upstream events.' })
    .of()
  const succeeded = new Map<string, Count>()

  function add(provider: string, result: string, count: number): void {
    attempts.of(providers.of(provider), result).add(count)
  }

  return {
    attempted(providerId, result, count) {
      if (result !== 'ok') return add(providerId, result, count)
      let series = succeeded.get(providerId)
      if (series === undefined) {
        series = attempts.of(providers.of(providerId), 'ok')
        succeeded.set(providerId, series)
      }
      series.add(count)
    },
    attemptFailed(providerId, code) {
      add(providerId, code, 1)
      errors.of(providers.of(providerId), code).add()
    },
    fellBack: reason => fallbacks.of(reason).add(),
    skipped: count => unreadable.add(count),
  }
}
