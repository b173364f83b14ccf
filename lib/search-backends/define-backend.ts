import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import type { Connection } from './connection.ts'
import type { RateLimit } from './queue-gate.ts'
import type { SearchBackend, SearchKind } from './search-backend.ts'

export type BackendId = ConfiguredId | BuiltInId

/** Dependencies of a backend. */
export interface BackendContext {
  /** At its default or configured URL. */
  readonly connection: Connection
  /** Empty without a key. */
  readonly apiKey: string
  /** At another URL, with the same rate limit; only for backends with a URL per language. */
  readonly connect: (baseUrl: string) => Connection
  /** Whether the operator set the URL. */
  readonly ownAddress: boolean
  /** Contact for public servers; null: none. */
  readonly contact: string | null
}

export type BackendClient = Omit<SearchBackend, 'id' | 'cost'>

/** Everything specific to one search backend. */
export interface BackendDefinition<Id extends BackendId = BackendId> {
  readonly id: Id
  /** The search types it serves, with its position among the backends of the type. */
  readonly serves: Readonly<Partial<Record<SearchKind, number>>>
  /** URL of a built-in server; those of the others are in `known-search-backends.ts`, for the configuration. */
  readonly baseUrl?: string
  /** How the key is sent, if not in the request itself. */
  readonly credentials?: (apiKey: string) => Readonly<Record<string, string>>
  readonly rateLimit: RateLimit
  /** With a key. */
  readonly keyedRateLimit: RateLimit
  /** Whether its keys cost nothing. Built-in and self-hosted servers are always free, unless the operator prices them. */
  readonly freeKeys?: true
  /** Whether its responses say what they cost. */
  readonly reportsCosts?: true
  /** The most searches or credits that one query may be billed as; absent: 1. */
  readonly unitsMax?: number
  readonly create: (context: BackendContext) => BackendClient
}

type Defaulted = 'rateLimit' | 'keyedRateLimit'
type BackendInput<Id extends BackendId> = Omit<BackendDefinition<Id>, Defaulted> &
  Partial<Pick<BackendDefinition, Defaulted>>

const defaultRateLimit: RateLimit = { concurrency: 4, intervalMs: 0 }

/** A definition with its defaults. */
export function defineBackend<Id extends BackendId>(input: BackendInput<Id>): BackendDefinition<Id> {
  const rateLimit = input.rateLimit ?? defaultRateLimit
  return { keyedRateLimit: rateLimit, ...input, rateLimit }
}
