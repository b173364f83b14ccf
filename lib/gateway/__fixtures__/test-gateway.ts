import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedUpstream, startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { type AttemptPolicy, createAttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import { createFiles, type Files } from '#lib/capabilities/documents/create-files.ts'
import { createLibrary } from '#lib/capabilities/library/create-library.ts'
import type { Quota } from '#lib/capabilities/library/save-to-library.ts'
import { createToolOperations, type ToolOperations } from '#lib/capabilities/mcp/tool-operations.ts'
import { createWeb } from '#lib/capabilities/web/web.ts'
import { environment } from '#lib/config.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { compiledOperatorPrice } from '#lib/prices/operator-price.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import { keyScopes } from '#lib/contracts/core/contract.ts'
import type { ModelEntry } from '#lib/providers/registry/model-entry.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import type { LocalAddress } from '#lib/providers/registry/create-provider.ts'
import { createFixedRegistry } from '#lib/providers/registry/reloadable-registry.ts'
import type { SearchSettings } from '#lib/search-backends/create-search.ts'
import { createFetchThumbnail } from '#lib/search-backends/fetch-thumbnail.ts'
import { createFetchImage } from '#lib/providers/transport/image-fetch.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import type { Browser } from '#lib/web/browser/browser.ts'
import { createModelRoutes } from '#lib/gateway/routes/model-routes.ts'
import type { ProviderAdmin } from '#lib/gateway/routes/provider-routes.ts'
import { storeResponses } from '#lib/gateway/routes/response-storage.ts'
import { listDeploymentStates } from '#lib/capabilities/routing/deployment-states.ts'
import { createMetrics } from '#lib/gateway/metrics/metrics.ts'
import { timeStore } from '#lib/gateway/metrics/time-store.ts'
import type { GatewayConfig } from '#lib/gateway/gateway-deps.ts'
import { type RunningGateway, startGateway } from '#lib/gateway/start-gateway.ts'
import { createThumbnailSeal } from '#lib/gateway/routes/thumbnail-seal.ts'
import type { NewKey } from '#lib/store/keys/keys.ts'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'


export interface TestGatewayOptions {
  readonly models?: readonly (Partial<ModelEntry> & { id: string })[]
  readonly aliases?: Readonly<Record<string, string>>
  /** In addition to `scripted`, `second` and `refused`; also at the scripted upstream. */
  readonly providers?: readonly (Partial<ProviderEntry> & { id: string })[]
  readonly policy?: Partial<AttemptPolicy>
  readonly config?: Partial<GatewayConfig>
  readonly timers?: Partial<GatewayConfig['timers']>
  /** Hosts on loopback that scrape and map may visit. */
  readonly allowPrivateHosts?: readonly string[]
  readonly browser?: Browser
  /** Search backends; none by default. */
  readonly search?: Partial<Pick<SearchSettings, 'configured' | 'builtIn' | 'request'>>
  /** Default models. */
  readonly defaults?: DefaultModels
  /** A models process; none by default. */
  readonly local?: LocalAddress
  /** The speech-to-text model. */
  readonly speech?: string
  /** Public id of the library's embedding model. */
  readonly embedder?: string
  /** Overrides the default quota of a team's library. */
  readonly quota?: Quota
  /** Overrides operations of the MCP server. */
  readonly tools?: Partial<ToolOperations>
  /** Replaces forked worker processes. */
  readonly files?: Partial<Files>
  readonly store?: (store: Store) => Store
  /** Whether budgets accept models without a price. */
  readonly allowsUnpriced?: boolean
  /** PostgreSQL instead of SQLite. */
  readonly databaseUrl?: string
}

interface PostInit extends Omit<RequestInit, 'headers'> {
  readonly token?: string
  readonly headers?: Record<string, string>
}

export interface TestGateway extends AsyncDisposable {
  readonly url: string
  readonly upstream: ScriptedUpstream
  readonly store: Store
  readonly gateway: RunningGateway
  /** A key with every scope; its token is for `Authorization`. */
  readonly token: string
  readonly logs: Record<string, unknown>[]
  readonly teamId: string
  readonly dataDir: string
  makeKey(settings?: Partial<NewKey>): Promise<{ token: string; id: string }>
  /** POST /v1/chat/completions with the body as JSON, and this gateway's key unless another is given. */
  chat(body: unknown, init?: PostInit): Promise<Response>
  /** POST to any path, as `chat` does. */
  post(path: string, body: unknown, init?: PostInit): Promise<Response>
  /** Waits for the request row behind an `x-request-id`. */
  row(requestId: string | null): Promise<RequestRow>
}

/** Deadlines as short as they can be on a busy machine. */
const timers = {
  connectMs: 1000,
  firstEventMs: 800,
  idleMs: 800,
  plainMs: 4000,
  streamMs: 8000,
  searchMs: 6000,
  keepAliveMs: 120,
  drainMs: 300,
}

/** Unused without a console. */
const noProviderAdmin: ProviderAdmin = {
  providerIds: () => [],
  problems: () => ({ providers: new Map(), search: new Map(), models: new Map(), defaults: new Map() }),
  lostKeys: () => [],
  circuits: () => [],
  cooldowns: () => [],
  deployments: () => [],
  models: async () => [],
  defaults: () => ({}),
  nextEmbedder: () => '',
  search: () => ({ order: [], listed: false }),
  test: () => Promise.reject(new Error('no test asks for it')),
}

/** A whole gateway on a free port: real registry, engines and store, in front of a scripted upstream. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-gateway-'))
  const upstream = await startScriptedUpstream()
  const opened = await openStore({ dataDir, databaseUrl: options.databaseUrl ?? null })
  const metrics = createMetrics()
  const store = timeStore(options.store?.(opened) ?? opened, metrics.storeAnswered)
  const { teamId, userId } = await opened.teams.openModeOwner()
  if (options.allowsUnpriced === true) {
    await opened.settings.update(teamId, { rejectUnpriced: false }, { id: null, name: 'test', address: null })
  }
  const config: GatewayConfig = {
    auth: 'open',
    appUrl: null,
    host: '127.0.0.1',
    port: 3000,
    dataDir,
    listeners: { crawl: null, upload: null },
    timers: { ...timers, ...options.timers },
    cors: [],
    consoleEnabled: false,
    trustedProxies: 0,
    uploadAuth: 'optional',
    limitsOnDatabaseFailure: 'share',
    drainDelayMs: 0,
    metricsShowBudgets: false,
    internal: null,
    ...options.config,
  }
  const outside = createUpstream({ connectMs: config.timers.connectMs, allowPrivateProviders: [] })
  const guarding = { allowPrivateHosts: options.allowPrivateHosts ?? [] }
  const safeFetch = createSafeFetch(guarding)
  const provider = { kind: 'openai', apiKey: 'sk-scripted-upstream-key', from: 'file' } as const
  const providers = [
    { ...provider, id: 'scripted', baseUrl: upstream.baseUrl },
    { ...provider, id: 'second', baseUrl: upstream.baseUrl },
    // Nothing listens on port 1.
    { ...provider, id: 'refused', baseUrl: 'http://127.0.0.1:1/v1' },
    ...(options.providers ?? []).map(entry => ({ ...provider, baseUrl: upstream.baseUrl, ...entry })),
  ]
  const registry = createFixedRegistry({
    providers,
    models: (options.models ?? []).map(model => ({
      provider: 'scripted',
      upstream: 'echo',
      kind: 'chat',
      fallbacks: [],
      ...model,
    })),
    aliases: options.aliases ?? {},
    request: outside.request,
    fetchImage: createFetchImage(safeFetch),
    local: options.local ?? null,
    defaults: {
      chat: 'scripted/echo',
      embeddings: options.embedder ?? 'scripted/embed',
      ...(options.speech !== undefined && { speech: options.speech }),
      ...options.defaults,
    },
  })
  const logs: Record<string, unknown>[] = []
  const note = (level: string) => (fields: unknown, text?: string) =>
    void logs.push({ level, text, ...(typeof fields === 'object' ? fields : { text: fields }) })
  const policy = { ...createAttemptPolicy(), backOffMs: 2, ...options.policy }
  const deps = { models: registry, policy, timers: config.timers }
  const library = createLibrary({
    store: store.library,
    deps,
    embedder: { model: options.embedder ?? 'scripted/embed', revision: '' },
    counting: { model: 'test', tokenizerPath: null },
    onFault: error => note('warn')({ err: error }, 'library'),
    ...(options.quota && { quota: options.quota }),
  })
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') }
  const responses = storeResponses(store, log)
  const authSecret = 'test'
  const seal = createThumbnailSeal(authSecret)
  const files = createFiles({
    library,
    pool: {
      folder: join(dataDir, 'uploads'),
      readable: [],
      searchPath: environment['PATH'] ?? '',
      watch: metrics.parsing,
    },
    counting: { model: 'test', tokenizerPath: null },
    speech: deps,
    safeFetch,
  })
  const gateway = await startGateway({
    config,
    store,
    models: registry,
    providers: {
      ...noProviderAdmin,
      providerIds: () => providers.map(({ id }) => id),
      circuits: () => policy.circuits.open(),
      cooldowns: () => policy.routing.cooldowns.list(),
      deployments: () =>
        listDeploymentStates(registry.deployed(), policy.circuits.open(), policy.routing.cooldowns.list()),
    },
    modelRoutes: createModelRoutes({
      ...deps,
      responses,
      version: 'test',
      readPdf: files.readPdf,
      fetchPdf: files.fetchPdf,
    }),
    responses,
    web: createWeb({
      library,
      searching: {
        deps,
        library,
        backends: {
          configured: [],
          ordered: true,
          builtIn: [],
          contact: null,
          request: outside.request,
          onFault: error => note('error')({ err: error }, 'search'),
          onAnswered: metrics.searchAnswered,
          ...options.search,
        },
        sealThumbnail: url => seal.seal(url),
        consoleUrl: 'http://console.test',
        deadlineMs: config.timers.searchMs,
      },
      readPdf: files.readPdf,
      guarding,
      pages: store.pages,
      browser: options.browser ?? null,
      workers: 1,
      version: 'test',
    }),
    files: { ...files, ...options.files },
    library,
    authSecret,
    thumbnails: { seal, fetch: createFetchThumbnail(safeFetch) },
    tools: { ...createToolOperations({ ...deps, safeFetch }), ...options.tools },
    log,
    priceCatalogMade: () => catalogInUse().made,
    operatorPriceOf: compiledOperatorPrice,
    sharedPlaces: policy.routing.sharedPlaces,
    metrics,
    processes: async () => [],
    version: '0.0.0',
  })
  await new Promise<void>(resolve => void gateway.server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`

  async function makeKey(settings: Partial<NewKey> = {}): Promise<{ token: string; id: string }> {
    const { key, token } = await opened.keys.create({
      teamId,
      ownerId: userId,
      name: 'test',
      kind: 'api',
      scopes: keyScopes,
      ...settings,
    })
    return { token, id: key.id }
  }
  const { token } = await makeKey()
  const post: TestGateway['post'] = (path, body, init = {}) =>
    fetch(url + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: {
        authorization: `Bearer ${init.token ?? token}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    })

  return {
    url,
    upstream,
    store: opened,
    gateway,
    token,
    logs,
    teamId,
    dataDir,
    makeKey,
    chat: (body, init) => post('/v1/chat/completions', body, init),
    post,
    async row(requestId) {
      const deadline = performance.now() + 5000
      while (performance.now() < deadline) {
        const row = await opened.requests.get(teamId, requestId ?? '')
        if (row) return row
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      throw new Error(`no row for ${requestId}`)
    },
    async [Symbol.asyncDispose]() {
      gateway.server.closeAllConnections()
      await gateway.drain()
      await files.close()
      await upstream.close()
      await outside.close()
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
