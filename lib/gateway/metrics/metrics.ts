import { collectDefaultMetrics, Registry } from 'prom-client'
import { BoundedNames } from './bounded-names.ts'
import { createGauges, type GaugeSources } from './gauges.ts'
import { MetricFamilies } from './metric-families.ts'
import { createPartMetrics, type PartMetrics } from './part-metrics.ts'
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts'
import { createUpstreamMetrics, type UpstreamMetrics } from './upstream-metrics.ts'

export interface Metrics extends RequestMetrics, UpstreamMetrics, PartMetrics {
  /** Adds the states of a gateway; once. */
  watch(sources: GaugeSources): void
  /** In Prometheus' text format. */
  print(): Promise<{ readonly type: string; readonly text: string }>
}

const providersMax = 50

/**
 * All metrics of a gateway. Labels come from closed lists: routes, codes, configured providers, listed models; never a
 * key, an address or a word of a caller. Together they have at most 20,000 series.
 */
export function createMetrics(): Metrics {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  const families = new MetricFamilies()
  const providers = new BoundedNames(providersMax)
  const requests = createRequestMetrics(families, providers)
  return {
    ...requests,
    ...createUpstreamMetrics(families, providers),
    ...createPartMetrics(families),
    watch: sources => createGauges(families, sources, requests.hasModel),
    async print() {
      const [process, own] = await Promise.all([ofProcess.metrics(), families.print()])
      return { type: ofProcess.contentType, text: `${process}${process.endsWith('\n') ? '' : '\n'}${own}` }
    },
  }
}
