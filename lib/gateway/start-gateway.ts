import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Handler } from '#lib/capabilities/call.ts'
import type { ModelList } from '#lib/capabilities/list-models.ts'
import { createGetModel, createListModels } from '#lib/capabilities/list-models.ts'
import type { Config } from '#lib/config.ts'
import type { chatContract } from '#lib/contracts/chat.ts'
import type { embeddingsContract } from '#lib/contracts/embeddings.ts'
import type { mapContract, mapV2Contract } from '#lib/contracts/map.ts'
import type { rerankContract, rerankV2Contract } from '#lib/contracts/rerank.ts'
import { ApiError } from '#lib/errors.ts'
import type { Store } from '#lib/store/store.ts'
import { createApp } from './app.ts'
import { isActive } from './authenticate.ts'
import { createConsoleProxy } from './console-proxy.ts'
import type { Gateway } from './gateway.ts'
import { createInternalRoutes } from './internal-routes.ts'
import { KeyCache } from './key-cache.ts'
import { Limits } from './limits.ts'
import type { Log } from './log.ts'
import { Meter } from './meter.ts'
import { createMetrics } from './metrics.ts'
import { OpenCalls } from './open-calls.ts'
import { ProviderHealth } from './provider-health.ts'
import { Readiness } from './readiness.ts'
import { createGatewayServer } from './server.ts'
import { createSpool } from './spool.ts'

export type GatewayConfig = Pick<
  Config,
  'dataDir' | 'timers' | 'cors' | 'consoleEnabled' | 'trustedProxies' | 'drainDelayMs' | 'internal'
>

export interface GatewayParts {
  readonly config: GatewayConfig
  readonly store: Store
  readonly models: ModelList
  readonly chat: Handler<typeof chatContract>
  readonly embeddings: Handler<typeof embeddingsContract>
  readonly rerank: Handler<typeof rerankContract>
  readonly rerankV2: Handler<typeof rerankV2Contract>
  readonly map: Handler<typeof mapContract>
  readonly mapV2: Handler<typeof mapV2Contract>
  readonly log: Log
  readonly version: string
}

export interface RunningGateway {
  readonly server: Server
  /** Lets calls end, then tells those left in-band, writes every row and resolves. The store stays open. */
  drain(): Promise<void>
}

/** Joins the gateway's parts into a server that is not listening yet. */
export async function startGateway(parts: GatewayParts): Promise<RunningGateway> {
  const { config, store, log, version } = parts
  const openCalls = new OpenCalls()
  const keys = new KeyCache({ find: hash => store.keys.findByHash(hash), log })
  const limits = new Limits()
  const meter = new Meter({
    insert: rows => store.requests.insertMany(rows),
    touch: (ids, at) => store.keys.touch(ids, at),
    spool: createSpool(join(config.dataDir, 'request-rows.jsonl')),
    log,
  })
  const providerHealth = new ProviderHealth(log)
  const metrics = createMetrics({
    openCalls: () => openCalls.size,
    queuedRows: () => meter.depth,
    unhealthyProviders: () => providerHealth.unhealthy,
  })
  const gateway: Gateway = {
    keys,
    limits,
    meter,
    metrics,
    openCalls,
    providerHealth,
    log,
    timers: config.timers,
    cors: config.cors,
  }
  const readiness = new Readiness({ store, dataDir: config.dataDir })
  const { internal } = config
  const console =
    config.consoleEnabled && internal?.consolePort
      ? createConsoleProxy({
          port: internal.consolePort,
          internalToken: internal.token,
          trustedProxies: config.trustedProxies,
        })
      : null
  const app = createApp({
    gateway,
    chat: parts.chat,
    embeddings: parts.embeddings,
    rerank: parts.rerank,
    rerankV2: parts.rerankV2,
    map: parts.map,
    mapV2: parts.mapV2,
    models: createListModels(parts.models),
    model: createGetModel(parts.models),
    readiness,
    internal: createInternalRoutes(
      internal?.modelsPort ? { token: internal.token, modelsPort: internal.modelsPort } : null,
    ),
    console,
    version,
  })
  const server = createGatewayServer(app, console)
  await meter.recover()
  const pruning = setInterval(() => limits.prune(), 60_000).unref()
  const stopWatching = store.onChange(() => {
    keys.expire()
    abortRevoked(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'open calls could not be checked'),
    )
  })

  return {
    server,
    async drain() {
      readiness.drain()
      log.info({ openCalls: openCalls.size }, 'draining')
      if (config.drainDelayMs > 0) await sleep(config.drainDelayMs)
      const closed = new Promise<void>(resolve => void server.close(() => resolve()))
      server.closeIdleConnections()
      const late = setTimeout(
        () =>
          openCalls.abortAll(
            new ApiError('server_shutdown', 'The server is restarting. Send the request again.'),
          ),
        config.timers.drainMs,
      )
      await openCalls.idle()
      clearTimeout(late)
      // Last events may still be on their way to slow readers.
      await Promise.race([closed, sleep(1_000, undefined, { ref: false })])
      server.closeAllConnections()
      clearInterval(pruning)
      stopWatching()
      await meter.close()
    },
  }
}

async function abortRevoked({ keys, openCalls }: Gateway): Promise<void> {
  for (const hash of openCalls.keyHashes()) {
    const key = await keys.find(hash)
    if (key !== null && isActive(key, Date.now())) continue
    openCalls.abortKey(hash, new ApiError('invalid_api_key', 'The API key was revoked.'))
  }
}
