import type { Connection } from './connection.ts'

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
