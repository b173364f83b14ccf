import type { Config } from '#lib/config.ts'
import { residentBytes } from '#lib/documents/pool/resident-bytes.ts'
import type { ProcessState } from '#lib/gateway/metrics/gauges.ts'
import { createMetrics } from '#lib/gateway/metrics/metrics.ts'
import { timeStore } from '#lib/gateway/metrics/time-store.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { compiledOperatorPrice } from '#lib/prices/operator-price.ts'
import { openStore } from '#lib/store/core/store.ts'
import { followProcesses, type ReportedProcess } from '#lib/supervisor/process-report.ts'

/** The metrics of the gateway, with the prices in use, and its store, whose operations they time. */
export async function openMeasured({ dataDir, databaseUrl }: Config) {
  const metrics = createMetrics()
  const reported = followProcesses()
  const store = await openStore({ dataDir, databaseUrl })
  return {
    metrics,
    priceCatalogMade: () => catalogInUse().made,
    operatorPriceOf: compiledOperatorPrice,
    store: timeStore(store, metrics.storeAnswered),
    /** Those that the supervisor started. */
    processes: () => Promise.all(reported().map(measure)),
  }
}

async function measure({ name, pid, restarts }: ReportedProcess): Promise<ProcessState> {
  return { name, residentBytes: pid === null ? 0 : await residentBytes(pid), restarts }
}
