import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { internalHeader } from '#lib/internal-token.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { GatewayDeps } from '#lib/gateway/gateway-deps.ts'
import type { ModelsState, ProcessState } from './gauges.ts'

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
    providers: () => providers.providerIds(),
    unhealthyProviders: () => providerHealth.unhealthy.keys(),
    openCircuits: () => providers.circuits(),
    cooldowns: () => providers.cooldowns(),
    deployments: () => providers.deployments().map(({ name }) => name),
    budgets: config.metricsShowBudgets ? remainingRatios : null,
    processes: () => listProcesses(deps),
    models: async () =>
      internal?.modelsPort ? await readModelsState(internal.modelsPort, internal.token) : null,
    diskFreeRatio: () => readFreeRatio(config.dataDir),
    priceCatalogMade,
    version,
    schema: createSchemaReader(store),
  })

  function* remainingRatios(): Generator<readonly [id: string, ratio: number]> {
    for (const [id, { limitNanos, leftNanos }] of budgets.levels())
      yield [id, limitNanos === 0 ? 0 : leftNanos / limitNanos]
  }
}

async function readFreeRatio(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder)
  // Some file systems do not tell.
  return blocks === 0 ? 1 : bavail / blocks
}

const counts = z.record(z.string(), z.number())
const stateSchema = z.object({ waiting: counts, resident_bytes: counts })
const stateMsMax = 500

/** @throws Error if the models process does not answer */
async function readModelsState(port: number, token: string): Promise<ModelsState> {
  const signal = AbortSignal.timeout(stateMsMax)
  const headers = { [internalHeader]: token }
  const outgoing = get({ host: '127.0.0.1', port, path: '/state', headers, signal })
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const { waiting, resident_bytes: residentBytes } = stateSchema.parse(await json(answer))
  return { waiting, residentBytes }
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
