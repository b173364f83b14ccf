/**
 * Why a backend gave nothing: `unreachable` (no connection), `timeout`, `rate_limited` (429), `configuration` (only
 * the operator can mend it), `error` (5xx, cut, or an answer that is none), `engines` (all engines behind it failed).
 */
export type SearchFaultKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'configuration'
  | 'error'
  | 'engines'

/** A failed search; the message is for people and holds no key, address or foreign text. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault'
  readonly kind: SearchFaultKind
  /** Whether the same request may do better at once. */
  readonly retryable: boolean
  /** What the backend asked us to wait, in milliseconds. */
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

/** Not asked at all: a moment ago it was away, or wanted to be left alone. */
export class RestFault extends SearchFault {}
