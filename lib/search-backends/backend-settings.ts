import type { SearchPrice } from '#lib/prices/operator-price.ts'

/** One backend as configured. */
export interface BackendSettings<Id> {
  readonly id: Id
  /** Null: its default public URL. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
  /** Set by the operator. */
  readonly price?: SearchPrice
  /** `console`: the URL comes from an admin, not the operator, and is guarded. */
  readonly from?: 'console'
}
