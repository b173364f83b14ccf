import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createAttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import { createFiles } from '#lib/capabilities/documents/create-files.ts'
import { createLibrary } from '#lib/capabilities/library/create-library.ts'
import { createToolOperations } from '#lib/capabilities/mcp/tool-operations.ts'
import { createWeb } from '#lib/capabilities/web/web.ts'
import { environment, loadConfig } from '#lib/config.ts'
import { ownOrigins } from '#lib/config/own-origins.ts'
import { readVersion } from '#lib/config/read-version.ts'
import { publicAddress } from '#lib/config/public-address.ts'
import { createFetchThumbnail } from '#lib/search-backends/fetch-thumbnail.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'
import { createBrowser } from '#lib/web/browser/create-browser.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { followTeam } from '#lib/gateway/follow-team.ts'
import { createLog } from '#lib/gateway/log.ts'
import { createModelRoutes } from '#lib/gateway/routes/model-routes.ts'
import { createPageCache } from '#lib/gateway/routes/page-cache.ts'
import { prepareTeam } from '#lib/gateway/prepare-team.ts'
import { storeResponses } from '#lib/gateway/routes/response-storage.ts'
import { startGateway } from '#lib/gateway/start-gateway.ts'
import { createThumbnailSeal } from '#lib/gateway/routes/thumbnail-seal.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import { reportListening } from '#lib/supervisor/listening-report.ts'
import { openPort } from '#lib/supervisor/open-port.ts'
import { exitOnError } from '#lib/supervisor/exit-on-error.ts'
import { onStopRequest } from '#lib/supervisor/stop-request.ts'
import { openMeasured } from './gateway-metrics.ts'
import { createGatewayModels } from './gateway-models.ts'
import { openConsoleSetup } from './gateway-providers.ts'

const version = readVersion()
const config = await exitOnError(loadConfig)
const log = createLog(config.logLevel, 'gateway')
process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
const faultLog = (text: string) => (err: unknown) => log.warn({ err }, text)

const { store, ...measured } = await exitOnError(() => openMeasured(config))
await exitOnError(() => prepareTeam(store, config, log), config.dataDir)
const setup = await exitOnError(() => openConsoleSetup(store, config, log), config.dataDir)

const { request } = createUpstream({ ...config, connectMs: config.timers.connectMs })
const guarding = { allowPrivateHosts: config.allowPrivateHosts, ownOrigins: ownOrigins(config) }
const safeFetch = createSafeFetch(guarding)
const executablePath = config.chromiumPath
const browser = executablePath === null ? null : createBrowser({ ...guarding, executablePath })
const models = await exitOnError(() => createGatewayModels(config, request, safeFetch, setup.chosenEmbedder))
const { registry, embedder, counting } = models
const deps = { models: registry, policy: createAttemptPolicy(), timers: config.timers }
const providers = await setup.follow(models, { ...deps.policy, version })
const onFault = faultLog('library failed unexpectedly')
const library = createLibrary({ store: store.library, deps, embedder, counting, onFault })
const responses = storeResponses(store, log)
const { authSecret } = readSecrets(config.dataDir, config)
const seal = createThumbnailSeal(authSecret)
const files = createFiles({
  library,
  pool: {
    folder: join(config.dataDir, 'uploads'),
    readable: [config.modelsDir],
    searchPath: environment['PATH'] ?? '',
    onFault: faultLog('unexpected error while reading a file'),
    watch: measured.metrics.parsing,
  },
  counting,
  speech: deps,
  safeFetch,
})
const gateway = await startGateway({
  config,
  store,
  models: registry,
  providers: providers.admin,
  modelRoutes: createModelRoutes({ ...deps, ...files, responses, version }),
  responses,
  sharedPlaces: deps.policy.routing.sharedPlaces,
  web: createWeb({
    library,
    searching: {
      deps,
      library,
      backends: {
        ...config.search,
        added: models.addedBackends,
        request,
        onFault: faultLog('search backend failed unexpectedly'),
        onAnswered: measured.metrics.searchAnswered,
      },
      sealThumbnail: url => seal.seal(url),
      consoleUrl: publicAddress(config),
      deadlineMs: config.timers.searchMs,
    },
    guarding,
    pages: createPageCache(store.pages, log),
    readPdf: files.readPdf,
    browser,
    settings: config,
    workers: Math.min(4, availableParallelism()),
    version,
  }),
  files,
  library,
  authSecret,
  thumbnails: { seal, fetch: createFetchThumbnail(safeFetch) },
  tools: createToolOperations({ ...deps, safeFetch }),
  ...measured,
  log,
  version,
})

onStopRequest(() => void stop())

await exitOnError(() => gateway.listen(openPort))
await exitOnError(() => followTeam(store, config, log), config.dataDir)
reportListening()

async function stop(): Promise<void> {
  await gateway.drain()
  providers.stop()
  await files.close()
  await browser?.[Symbol.asyncDispose]()
  await store.close()
  log.info('stopped')
  process.exit(0)
}
