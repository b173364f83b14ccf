import type { ToolOperations } from '#lib/capabilities/mcp/tool-operations.ts'
import type { Files } from '#lib/capabilities/documents/create-files.ts'
import type { Library } from '#lib/capabilities/library/create-library.ts'
import type { ModelList } from '#lib/capabilities/list-models.ts'
import type { SharedPlaces } from '#lib/capabilities/routing/routing.ts'
import type { StoredResponses } from '#lib/capabilities/responses/stored-responses.ts'
import type { Web } from '#lib/capabilities/web/web.ts'
import type { Config } from '#lib/config.ts'
import type { Store } from '#lib/store/core/store.ts'
import type { Served } from './http/router.ts'
import type { Log } from './log.ts'
import type { ProcessState } from './metrics/gauges.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ProviderAdmin } from './routes/provider-routes.ts'
import type { Thumbnails } from './routes/thumbnail-route.ts'

export type GatewayConfig = Pick<
  Config,
  | 'auth'
  | 'appUrl'
  | 'host'
  | 'port'
  | 'dataDir'
  | 'listeners'
  | 'timers'
  | 'cors'
  | 'consoleEnabled'
  | 'trustedProxies'
  | 'uploadAuth'
  | 'limitsOnDatabaseFailure'
  | 'drainDelayMs'
  | 'metricsShowBudgets'
  | 'internal'
>

/** Dependencies of a gateway. */
export interface GatewayDeps {
  readonly config: GatewayConfig
  readonly store: Store
  readonly models: ModelList
  readonly providers: ProviderAdmin
  readonly modelRoutes: readonly Served[]
  readonly responses: StoredResponses
  readonly web: Web
  readonly files: Pick<Files, 'upload' | 'transcribe' | 'isolation' | 'processes'>
  readonly library: Library
  readonly thumbnails: Thumbnails
  /** Of deployments, for limits that hold over all instances. */
  readonly sharedPlaces: SharedPlaces
  /** Hides the IP addresses of clients without a key. */
  readonly authSecret: string
  /** For the MCP server. */
  readonly tools: ToolOperations
  /** The day of the price catalog in use. */
  readonly priceCatalogMade: () => string
  /** The JSON of an operator's price by the name that rows have. */
  readonly operatorPriceOf: (ref: string) => string | undefined
  readonly metrics: Metrics
  /** The processes that the supervisor started, with this one; none without it. */
  readonly processes: () => Promise<readonly ProcessState[]>
  readonly log: Log
  readonly version: string
}
