/**
 * Why a backend failed: `unreachable` (no connection), `timeout`, `rate_limited` (429), `configuration` (only the
 * operator can fix it), `error` (5xx, truncated or invalid response), `engines` (all of its engines failed).
 */
export type SearchFaultKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'configuration'
  | 'error'
  | 'engines'

/** A failed search; the message is human-readable and contains no key, URL or foreign text. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault'
  readonly kind: SearchFaultKind
  /** Whether an immediate retry may succeed. */
  readonly retryable: boolean
  /** Requested cooldown in milliseconds. */
  readonly retryAfterMs: number | null

  constructor(
    kind: SearchFaultKind,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Not queried: it is in cooldown. */
export class CooldownFault extends SearchFault {}

/** Not sent: the search ended while it waited for earlier ones. */
export class NotSentFault extends SearchFault {}
