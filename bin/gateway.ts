import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { createAttemptPolicy } from '#lib/capabilities/attempt-policy.ts'
import { createChat } from '#lib/capabilities/chat.ts'
import { createFiles } from '#lib/capabilities/create-files.ts'
import { createEmbed } from '#lib/capabilities/embed.ts'
import { createRerank } from '#lib/capabilities/rerank.ts'
import { createWeb } from '#lib/capabilities/web.ts'
import { environment, loadConfig } from '#lib/config.ts'
import { createFetchImage } from '#lib/engines/image-fetch.ts'
import { createRegistry } from '#lib/engines/registry.ts'
import { createUpstream } from '#lib/engines/upstream.ts'
import { createBrowser } from '#lib/engines/web/browser/create-browser.ts'
import { createSafeFetch } from '#lib/engines/web/safe-fetch.ts'
import { createLog } from '#lib/gateway/log.ts'
import { createPageCache } from '#lib/gateway/page-cache.ts'
import { prepareTeam } from '#lib/gateway/prepare-team.ts'
import { startGateway } from '#lib/gateway/start-gateway.ts'
import { defaultEmbedder } from '#lib/models/catalogue-embeddings.ts'
import { crossEncoder } from '#lib/models/catalogue.ts'
import { usualModels } from '#lib/models/default-models.ts'
import { storedState } from '#lib/models/list-models.ts'
import { tokenizerPath } from '#lib/models/tokenizer-path.ts'
import { openStore } from '#lib/store/store.ts'
import { orRefuse } from '#lib/supervisor/or-refuse.ts'

const config = await orRefuse(loadConfig)
const log = createLog(config.logLevel, 'gateway')
process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const store = await orRefuse(() => openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl }))
await orRefuse(() => prepareTeam(store, config, log))

const upstream = createUpstream({
  connectMs: config.timers.connectMs,
  allowPrivateProviders: config.allowPrivateProviders,
})
const ports = [config.port, config.listeners.crawl, config.listeners.upload].filter(port => port !== null)
const ownOrigins = [
  ...ports.map(port => `http://${config.host}:${port}`),
  ...(config.appUrl === null ? [] : [config.appUrl]),
]
const guarding = { allowPrivateHosts: config.allowPrivateHosts, ownOrigins }
const safeFetch = createSafeFetch(guarding)
const executablePath = config.chromiumPath
const browser = executablePath === null ? null : createBrowser({ ...guarding, executablePath })
const { internal } = config
const registry = createRegistry({
  providers: config.providers,
  models: config.models,
  request: upstream.request,
  fetchImage: createFetchImage(safeFetch),
  local: internal?.modelsPort
    ? { baseUrl: `http://127.0.0.1:${internal.modelsPort}/v1`, token: internal.token }
    : null,
  defaults: usualModels({
    ...config.defaults,
    totalMemoryBytes: totalmem(),
    crossEncoderThere: (await storedState(config.modelsDir, crossEncoder)) !== 'not_downloaded',
  }),
})
const { version } = manifest
const asking = { models: registry, policy: createAttemptPolicy(), timers: config.timers }
const embedder = config.defaults.embeddings ?? defaultEmbedder.id
const files = createFiles({
  pool: {
    folder: join(config.dataDir, 'uploads'),
    readable: [config.modelsDir],
    searchPath: environment['PATH'] ?? '',
    onFault: err => log.warn({ err }, 'a file could not be read, and the fault may be ours'),
  },
  counting: { model: embedder, tokenizerPath: tokenizerPath(config.modelsDir, embedder) },
  speech: { ...asking, usual: config.defaults.speech },
})
const gateway = await startGateway({
  config,
  store,
  models: registry,
  chat: createChat({ ...asking, version }),
  embeddings: createEmbed(asking),
  rerank: createRerank({ ...asking, version: '1' }),
  rerankV2: createRerank({ ...asking, version: '2' }),
  web: createWeb({
    guarding,
    pages: createPageCache(store.pages, log),
    readPdf: files.readPdf,
    browser,
    settings: config,
    workers: Math.min(4, availableParallelism()),
    version,
  }),
  files,
  log,
  version,
})

gateway.listen(() => process.exit(1))

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

async function stop(): Promise<void> {
  // Ctrl-C reaches the whole group: the supervisor decides when waiting is over.
  if (stopping) return
  stopping = true
  await gateway.drain()
  await files.close()
  await browser?.[Symbol.asyncDispose]()
  await store.close()
  log.info('stopped')
  process.exit(0)
}
