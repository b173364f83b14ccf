import { setTimeout as sleep } from 'node:timers/promises'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { GatewayDeps } from '#lib/gateway/gateway-deps.ts'
import type { ProcessState } from './gauges.ts'
import { readModelsState } from './read-models-state.ts'

type WatchedDeps = Pick<
  GatewayDeps,
  'config' | 'store' | 'providers' | 'files' | 'processes' | 'priceCatalogMade' | 'version'
>

/** Adds the states of a gateway to its metrics. */
export function watchGateway(
  { metrics, openCalls, meter, limitBook, budgets, providerHealth }: Gateway,
  deps: WatchedDeps,
  isStoreUnavailable: () => Promise<boolean>,
): void {
  const { config, store, providers, priceCatalogMade, version } = deps
  const { internal } = config
  metrics.watch({
    openCalls: () => openCalls.size,
    queuedRows: () => meter.depth,
    spooledRows: () => meter.spooled,
    areLimitsDegraded: () => limitBook.isDegraded,
    isStoreUnavailable,
    unhealthyProviders: () => providerHealth.unhealthy,
    openCircuits: () => providers.circuits(),
    cooldowns: () => providers.cooldowns(),
    deployments: () => providers.deployments().map(({ name }) => name),
    budgets: config.metricsShowBudgets ? remainingRatios : null,
    processes: () => listProcesses(deps),
    models: async () =>
      internal?.modelsPort ? await readModelsState(internal.modelsPort, internal.token) : null,
    priceCatalogMade,
    version,
    schema: createSchemaReader(store),
  })

  function* remainingRatios(): Generator<readonly [id: string, ratio: number]> {
    for (const [id, { limitNanos, leftNanos }] of budgets.levels())
      yield [id, limitNanos === 0 ? 0 : leftNanos / limitNanos]
  }
}

const schemaMsMax = 1_000

/** The schema of the database, or the last known one while it does not respond. */
function createSchemaReader(store: WatchedDeps['store']): () => Promise<number | null> {
  let last: number | null = null
  return async () => {
    const reading = store.schemaState().then(({ applied }) => void (last = applied))
    await Promise.race([reading.catch(() => undefined), sleep(schemaMsMax, undefined, { ref: false })])
    return last
  }
}

async function listProcesses({ files, processes }: WatchedDeps): Promise<readonly ProcessState[]> {
  const [supervised, parsers] = await Promise.all([processes(), files.processes()])
  const restarts = supervised.find(({ name }) => name === 'gateway')?.restarts ?? 0
  return [
    // Measured from outside, it would include the parsers.
    { name: 'gateway', residentBytes: process.memoryUsage.rss(), restarts },
    ...supervised.filter(({ name }) => name !== 'gateway'),
    { name: 'parsers', ...parsers },
  ]
}
