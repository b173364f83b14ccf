import type { Readable } from 'node:stream'
import type { ExchangeResponse, ExchangeTimers } from '#lib/web/fetch/exchange-response.ts'

/** The endpoint of a provider: its origin, path prefix, address policy and headers. */
export interface UpstreamTarget {
  /** `https://host:port`, without a path. */
  readonly origin: string
  /** Path before every operation, e.g. `/v1`, without a trailing slash. */
  readonly basePath: string
  /**
   * `operator`: set in the environment or in `sextant.yaml`, so private addresses are allowed; `guarded`:
   * entered in a form, so only public or listed addresses are allowed; `local`: our own models process.
   */
  readonly policy: 'operator' | 'guarded' | 'local'
  /** Whether it is the API of a vendor, so that its host is no secret. */
  readonly isPublic?: boolean
  /** Sent with every request; includes the key. */
  readonly headers: Readonly<Record<string, string>>
}

export interface UpstreamOptions {
  readonly target: UpstreamTarget
  readonly method: 'GET' | 'POST'
  /** Below the target's base path, e.g. `/chat/completions`. */
  readonly path: string
  readonly body?: string | Buffer
  /** A streamed body, read once; its length is in the headers. */
  readonly stream?: Readable
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Called with the headers of each interim response. */
  readonly onInterim?: ((headers: ExchangeResponse['headers']) => void) | undefined
  readonly signal: AbortSignal
  readonly timers: ExchangeTimers
}

/**
 * Makes one request to a configured provider; redirects are returned, not followed.
 * @throws ExchangeFault when no headers arrived
 */
export type UpstreamRequest = (options: UpstreamOptions) => Promise<ExchangeResponse>
