/** Tables for console configuration: providers, search backends and models. */
export interface ProviderSchema {
  providers: ProviderTable
  namedModels: NamedModelTable
  modelSettings: ModelSettingsTable
  modelDefaults: { teamId: string; job: string; modelId: string }
  /** Other names of models. */
  modelAliases: { teamId: string; alias: string; modelId: string }
  encryptionChecks: { teamId: string; sealed: string }
}

export interface ProviderTable {
  id: string
  teamId: string
  purpose: 'models' | 'search'
  /** Prefix of its models' public ids; for a search backend its own id, such as `brave`. */
  name: string
  kind: string
  server: string | null
  /** Null: the public URL of its kind. */
  baseUrl: string | null
  /** `v1.kid.iv.tag.ct`; null: no key needed, or the URL changed since one was set. */
  sealedKey: string | null
  keyHint: string | null
  /** JSON list of further keys that share the requests; null: none. */
  moreKeys: string | null
  /** `base`: the Messages API is below `baseUrl`; a path: there on the same host; `off`: it is not used. */
  messagesApi: string | null
  /** Likewise the Responses API. */
  responsesApi: string | null
  enabled: number
  position: number
  createdAt: number
  updatedAt: number
}

export interface NamedModelTable {
  teamId: string
  /** The public id. */
  id: string
  provider: string
  upstream: string
  kind: string
  createdAt: number
}

export interface ModelSettingsTable {
  teamId: string
  modelId: string
  enabled: number
  /** Nano-dollars per million tokens; both or neither. */
  inputPriceNanos: number | null
  outputPriceNanos: number | null
  /** JSON of all other rates in dollars, or of the name of a price, such as `free`; null: there are none. */
  cacheRates: string | null
  contextTokens: number | null
  /** JSON list of public ids; null: from the configuration. */
  fallbacks: string | null
  /** JSON list of deployments; null: from the configuration. */
  deployments: string | null
}
