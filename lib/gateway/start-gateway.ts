import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ParserIsolation } from '#lib/capabilities/documents/create-files.ts'
import { createStoredResponseRoutes } from '#lib/capabilities/responses/stored-response-routes.ts'
import { ApiError } from '#lib/errors.ts'
import { createApp } from './app.ts'
import { isActive } from './auth/authenticate.ts'
import { BudgetWarnings } from './limits/budget-warnings.ts'
import { Budgets } from './limits/budgets.ts'
import { createConsoleProxy } from './http/console-proxy.ts'
import { createCrawlApp } from './routes/crawl-app.ts'
import { CaptureWriter } from './request-log/capture-writer.ts'
import { RefusedRequests } from './request-log/refused-requests.ts'
import { createFileEndpoints } from './uploads/create-file-endpoints.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import type { Gateway } from './gateway.ts'
import { createMcpRoute } from './mcp/mcp-route.ts'
import { createInternalRoutes } from './routes/internal-routes.ts'
import { KeyCache } from './auth/key-cache.ts'
import { Limits } from './limits/limits.ts'
import { ShareOpenings } from './limits/share-openings.ts'
import { startLimitBook } from './limits/start-limit-book.ts'
import { RequestJournal } from './journal/request-journal.ts'
import { SavedPrices } from './metering/saved-prices.ts'
import { Meter } from './metering/meter.ts'
import { watchGateway } from './metrics/watch-gateway.ts'
import { createOutageLog } from './log.ts'
import { OpenCalls } from './open-calls.ts'
import { KnownModels } from './metering/known-models.ts'
import { ProviderHealth } from './metering/provider-health.ts'
import { createKeyRoute } from './routes/key-route.ts'
import { createProviderRoutes } from './routes/provider-routes.ts'
import { toReadinessParts } from './readiness-parts.ts'
import { Readiness } from './readiness.ts'
import { startRequestRetention } from './request-log/request-retention.ts'
import { createGatewayServer } from './http/server.ts'
import { createSpool } from './metering/spool.ts'
import { createUploadApp, refuseUpload } from './routes/upload-app.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { Store } from '#lib/store/core/store.ts'
import { createIndexRequests } from './context/background-request.ts'

/** Opens a listener; `setting` is the setting that configured its port. */
export type OpenPort = (
  server: Server,
  place: { readonly host: string; readonly port: number; readonly setting: string },
) => Promise<void>

export interface RunningGateway {
  readonly server: Server
  /** Accepts only mapping requests; null: the main server accepts them. */
  readonly crawlServer: Server | null
  /** Accepts only uploads; null: the main server accepts them. */
  readonly uploadServer: Server | null
  /** Opens the ports of the configuration. @throws what `open` throws */
  listen(open: OpenPort): Promise<void>
  /**
   * Waits for open requests, ends the remaining ones with an in-band error, writes every row and resolves.
   * The store stays open.
   */
  drain(): Promise<void>
}

// Budget leases of a killed gateway expire after this.
const budgetLeaseMs = 60_000

/** Creates the gateway's server without listening. */
export async function startGateway(deps: GatewayDeps): Promise<RunningGateway> {
  const { config, store, library, metrics, log, version } = deps
  const openCalls = new OpenCalls()
  let { teamId: anonymousTeam } = await store.teams.openModeOwner()
  const keys = new KeyCache({ find: hash => findKey(store, hash), log })
  const limitBook = startLimitBook(store, config.limitsOnDatabaseFailure, metrics, log)
  deps.sharedPlaces.follow(async (subject, limit) => {
    const outcome = await limitBook.book.take([{ subject, unit: 'parallel', limit, amount: 1 }])
    return outcome.kind === 'granted' ? () => outcome.grant.release() : null
  })
  const warnings = new BudgetWarnings(store.budgets, log)
  const budgets = new Budgets({
    leases: store.budgets,
    leaseMs: budgetLeaseMs,
    onFault: createOutageLog(log, 'could not look up budgets'),
    onLevel: (budgetId, level) => warnings.check(budgetId, level),
  })
  const journal = new RequestJournal({
    folder: join(config.dataDir, 'journal'),
    table: store.kind === 'postgres' ? store.openRequests : null,
    version,
    insert: rows => store.requests.insertMany(rows),
    log,
  })
  const savedPrices = new SavedPrices({
    save: prices => store.operatorPrices.save(prices),
    priceOf: deps.operatorPriceOf,
    log,
  })
  const meter = new Meter({
    insert: async rows => {
      await savedPrices.saveNew(rows)
      await store.requests.insertMany(rows)
    },
    touch: (ids, at) => store.keys.touch(ids, at),
    onWritten: rows => journal.written(rows),
    spool: createSpool(join(config.dataDir, 'request-rows.jsonl')),
    log,
  })
  const captures = new CaptureWriter({ insert: bodies => store.bodies.insertMany(bodies), log })
  const providerHealth = deps.providers.health ?? new ProviderHealth(log)
  const gateway: Gateway = {
    keys,
    limits: new Limits(limitBook.book),
    limitBook: limitBook.book,
    budgets,
    meter,
    journal,
    captures,
    refused: new RefusedRequests(),
    metrics,
    openCalls,
    providerHealth,
    knownModels: new KnownModels(named => deps.models.listedId(named)),
    log,
    timers: config.timers,
    cors: config.cors,
    trustedProxies: config.trustedProxies,
    anonymousTeam: () => anonymousTeam,
  }
  const parsers = await deps.files.isolation()
  const { internal } = config
  const shareOpenings = new ShareOpenings(limitBook.book, deps.authSecret)
  const console =
    config.consoleEnabled && internal?.consolePort
      ? createConsoleProxy({
          port: internal.consolePort,
          internalToken: internal.token,
          trustedProxies: config.trustedProxies,
          admitShareOpening: address => shareOpenings.take(address),
        })
      : null
  const parts = toReadinessParts({ store, keys, dataDir: config.dataDir, console })
  const readiness = new Readiness(parts, { parsers })
  watchGateway(gateway, deps, async () => (await parts['database']?.())?.state === 'unavailable')
  const crawlPort = config.listeners.crawl
  const uploadPort = config.listeners.upload
  const files = createFileEndpoints(gateway, deps.files, { ...config, authSecret: deps.authSecret })
  const { upload } = files
  const mcp = createMcpRoute({
    gateway,
    ...deps.tools,
    web: deps.web,
    files: deps.files,
    library,
    models: deps.models,
    openFolder: files.openFolder,
    pages: files.pages,
    version,
  })
  const app = createApp({
    gateway,
    mcp: mcp.post,
    key: createKeyRoute(gateway, store.budgets),
    transcribe: files.transcribe,
    upload: uploadPort === null ? upload : refuseUpload(addressOf(config.host, uploadPort)),
    modelRoutes: deps.modelRoutes,
    responses: createStoredResponseRoutes(deps.responses),
    web: deps.web,
    library,
    thumbnails: deps.thumbnails,
    crawlUrl: crawlPort === null ? null : addressOf(config.host, crawlPort),
    models: deps.models,
    readiness,
    internal: createInternalRoutes(
      internal?.modelsPort
        ? {
            token: internal.token,
            modelsPort: internal.modelsPort,
            providers: createProviderRoutes(deps.providers, providerHealth),
            refused: gateway.refused,
            openCalls: gateway.openCalls,
          }
        : null,
    ),
    console,
    version,
  })
  const server = createGatewayServer(app, console)
  const baseUrl = addressOf(config.host, config.port)
  const crawlServer =
    crawlPort === null
      ? null
      : createGatewayServer(createCrawlApp({ gateway, web: deps.web, readiness, baseUrl }), null)
  const uploadServer =
    uploadPort === null ? null : createGatewayServer(createUploadApp({ gateway, upload, readiness }), null)
  const servers = [server, crawlServer, uploadServer].filter(each => each !== null)
  logIsolation(parsers, log)
  await meter.recover()
  await journal.start()
  await files.clear()
  library.start(createIndexRequests(gateway, store.keys))
  const stopRetention = startRequestRetention(store, log)
  const stopWatching = store.onChange(() => {
    keys.expire()
    budgets.expire()
    limitBook.book.expire()
    library.forgetSettings()
    deps.responses.forgetSettings()
    mcp.keysChanged()
    const owner = store.teams.openModeOwner().then(({ teamId }) => void (anonymousTeam = teamId))
    owner.catch((error: unknown) => log.warn({ err: error }, 'could not look up the team'))
    abortRevoked(gateway).catch((error: unknown) => log.warn({ err: error }, 'could not check open requests'))
  })

  return {
    server,
    crawlServer,
    uploadServer,
    async listen(openPort) {
      await open(server, config.port, 'PORT')
      if (crawlServer !== null && crawlPort !== null) await open(crawlServer, crawlPort, 'listeners.crawl')
      if (uploadServer !== null && uploadPort !== null)
        await open(uploadServer, uploadPort, 'listeners.upload')

      async function open(opened: Server, port: number, setting: string): Promise<void> {
        const { host } = config
        await openPort(opened, { host, port, setting })
        log.info({ host, port }, 'gateway listening')
      }
    },

    async drain() {
      readiness.drain()
      log.info({ openCalls: openCalls.size }, 'draining')
      if (config.drainDelayMs > 0) await sleep(config.drainDelayMs)
      mcp.close()
      const closed = Promise.all(servers.map(close))
      for (const each of servers) each.closeIdleConnections()
      const late = setTimeout(
        () =>
          openCalls.abortAll(new ApiError('server_shutdown', 'The server is restarting. Retry the request.')),
        config.timers.drainMs,
      )
      await openCalls.idle()
      clearTimeout(late)
      // Last events may still be on their way to slow readers.
      await Promise.race([closed, sleep(1_000, undefined, { ref: false })])
      for (const each of servers) each.closeAllConnections()
      await library.close()
      await deps.responses.close()
      stopWatching()
      stopRetention()
      await meter.close()
      await journal.close()
      await budgets.close()
      await limitBook.close()
      await captures.close()
    },
  }
}

function logIsolation(parsers: ParserIsolation, log: GatewayDeps['log']): void {
  if (parsers.isolation === 'namespaces') log.info(parsers, 'document parsers run in Linux namespaces')
  else log.warn(parsers, `document parsers run without Linux namespaces. ${parsers.not_closed.join(' ')}`)
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => void server.close(() => resolve()))
}

/** The listener's own address; only the operator knows the URL behind a proxy. */
function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${port}`
}

async function abortRevoked({ keys, openCalls }: Gateway): Promise<void> {
  for (const hash of openCalls.keyHashes()) {
    const key = await keys.find(hash)
    if (key !== null && isActive(key, Date.now())) continue
    openCalls.abortKey(hash, new ApiError('invalid_api_key', 'The API key was revoked.'))
  }
}

/** The key with this sha256; for playground keys the team setting decides on payload logging. */
async function findKey(
  { keys, settings }: Pick<Store, 'keys' | 'settings'>,
  hash: string,
): Promise<LimitedKey | null> {
  const key = await keys.findByHash(hash)
  if (key?.kind !== 'playground') return key
  const { keepPlaygroundBodies } = await settings.read(key.teamId)
  return { ...key, keepBodies: keepPlaygroundBodies }
}
