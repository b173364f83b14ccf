import type { Connection } from './connection.ts'

/** What a backend is made with. */
export interface BackendContext {
  /** At its usual or configured address. */
  readonly connection: Connection
  /** Empty where there is none. */
  readonly apiKey: string
  /** At another address, with the same politeness; only for those that have one for each language. */
  readonly connect: (baseUrl: string) => Connection
  /** Whether the operator set the address. */
  readonly ownAddress: boolean
  /** Whom the public servers may write to; null: nobody is named. */
  readonly contact: string | null
}
