/** One backend as the operator set it up. */
export interface BackendSettings<Id> {
  readonly id: Id
  /** Null: its own public address. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
  /** `console`: the address was given by an administrator, not by the operator, and is guarded. */
  readonly from?: 'console'
}
