import type { ProviderKind } from '#lib/known-providers.ts'
import type { OperatorPrice } from '#lib/prices/operator-price.ts'
import type { FileSettings } from './file-schema.ts'
import type { SearchConfig } from './merge-search.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** A configured provider; `server` selects the row of known differences, absent: detected from the URL. */
export interface ProviderSettings {
  readonly id: string
  readonly kind: ProviderKind
  readonly server?: string
  /** Null: the default URL of this id. */
  readonly baseUrl: string | null
  /** The first of several. */
  readonly apiKey: string | null
  /** Several keys, which share the requests. */
  readonly apiKeys?: readonly string[]
  /** Requests in progress, over all keys. */
  readonly maxParallel?: number
  /** Whether its model list is read to find out that it works again; default: a request of a client finds out. */
  readonly probe?: boolean
  /** Instead of the general ones. */
  readonly timers?: Partial<Pick<Timers, 'firstEventMs' | 'idleMs' | 'plainMs' | 'streamMs'>>
  /** When its complete responses are assembled from a stream; default: `fallbacks`. */
  readonly assemble?: 'always' | 'fallbacks' | 'never'
  /** Other API formats of the server. */
  readonly apiFormats?: {
    /** Whether it has the Messages API below `baseUrl`, or its URL; default: only kind `anthropic` has it. */
    readonly messages?: boolean | string
    /** Likewise for the Responses API; default: only OpenAI's own servers have it. */
    readonly responses?: boolean | string
  }
  readonly from: 'file' | 'environment' | 'console'
}

export interface ModelSettings {
  readonly id: string
  readonly provider: string
  readonly upstream: string
  readonly kind: 'chat' | 'embeddings' | 'rerank' | 'speech'
  readonly input?: readonly ('text' | 'image' | 'audio')[]
  readonly context?: number
  readonly dimensions?: number
  readonly price?: OperatorPrice
  readonly priceOf?: string
  readonly fallbacks: readonly string[]
  /** Several ways to the model; `provider` and `upstream` are those of the first. */
  readonly deployments?: readonly DeploymentSettings[]
  readonly routing?: { readonly pick: 'weight'; readonly affinity: 'auto' | 'off' }
}

/** One of several ways to a model; facts that are absent are those of the model. */
export interface DeploymentSettings extends Pick<
  ModelSettings,
  'provider' | 'upstream' | 'input' | 'context' | 'price' | 'priceOf'
> {
  /** Its share of the requests, relative to the others of its tier. */
  readonly weight: number
  /** The next tier is used when no deployment of this one can be. */
  readonly tier: number
  /** Requests in progress, for each key. */
  readonly maxParallel?: number
}

export interface Timers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  readonly plainMs: number
  readonly streamMs: number
  /** Timeout of a whole AI search. */
  readonly searchMs: number
  readonly keepAliveMs: number
  readonly drainMs: number
}

export interface Config {
  readonly port: number
  readonly portGiven: boolean
  readonly host: string
  readonly dataDir: string
  readonly modelsDir: string
  readonly modelSources: readonly ('file' | 'hub' | 'url' | 'wheel' | 'jar')[]
  readonly databaseUrl: string | null
  readonly auth: 'open' | 'team' | 'sso'
  readonly signIn: SignInSettings
  readonly appUrl: string | null
  readonly consoleEnabled: boolean
  /** As configured; null: `readSecrets` of the store generates one in the data folder. */
  readonly authSecret: string | null
  readonly encryptionKey: string | null
  readonly initialApiKey: string | null
  /** Where the console sends its requests; null: this gateway. */
  readonly remote: {
    readonly baseUrl: string
    readonly crawlUrl: string
    readonly uploadUrl: string
    readonly apiKey: string | null
  } | null
  readonly providers: readonly ProviderSettings[]
  readonly models: readonly ModelSettings[]
  /** Model IDs by other names for them. */
  readonly aliases: Readonly<Record<string, string>>
  readonly defaults: {
    readonly chat?: string
    readonly embeddings?: string
    readonly rerank?: string
    readonly speech?: string
  }
  /** Search backends; the team's library is always searched. */
  readonly search: SearchConfig
  readonly map: FileSettings['map']
  /** Whether robots.txt applies to single pages too, and whether callers may send cookies. */
  readonly scrape: FileSettings['scrape']
  readonly listeners: { readonly crawl: number | null; readonly upload: number | null }
  readonly cors: readonly string[]
  readonly timers: Timers
  readonly allowPrivateHosts: readonly string[]
  readonly allowPrivateProviders: readonly string[]
  /** Whether uploads need a key; `off`: keys are ignored, all uploads are anonymous. */
  readonly uploadAuth: 'optional' | 'required' | 'off'
  /** The browser of scrape; null: page scripts do not run. */
  readonly chromiumPath: string | null
  readonly trustedProxies: number
  /** How rate limits work while the database does not respond. */
  readonly limitsOnDatabaseFailure: 'share' | 'reject'
  /** Whether the price catalog is updated by itself. */
  readonly pricesUpdate: 'off' | 'weekly'
  readonly modelIdleMinutes: number
  /** Tokens. */
  readonly modelContext: number
  readonly drainDelayMs: number
  readonly metricsShowBudgets: boolean
  readonly hfEndpoint: string
  readonly hfToken: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error'
  readonly logFormat: 'text' | 'json'
  /** Set by the supervisor for its child processes. */
  readonly internal: {
    readonly token: string
    readonly consolePort: number | null
    readonly modelsPort: number | null
    readonly gatewayPort: number | null
  } | null
}
