/** One backend as the operator set it up. */
export interface BackendSettings<Id> {
  readonly id: Id
  /** Null: its own public address. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
}
