import type { Readable } from 'node:stream'
import type { ExchangeResponse, ExchangeTimers } from '#lib/web/fetch/exchange-response.ts'

/** Where a provider lives: one origin, its path prefix, how strictly its address is judged, and its own headers. */
export interface UpstreamTarget {
  /** `https://host:port`, without a path. */
  readonly origin: string
  /** Path before every operation, e.g. `/v1`; no slash at the end. */
  readonly basePath: string
  /**
   * `operator`: the address was set in the environment or in `sextant.yaml`, so private ones are meant; `guarded`:
   * it was entered in a form, and only public or listed addresses are reached; `local`: our own models process.
   */
  readonly policy: 'operator' | 'guarded' | 'local'
  /** Sent with every request; holds the key. */
  readonly headers: Readonly<Record<string, string>>
}

export interface UpstreamOptions {
  readonly target: UpstreamTarget
  readonly method: 'GET' | 'POST'
  /** Below the target's base path, e.g. `/chat/completions`. */
  readonly path: string
  readonly body?: string
  /** A body that is read once, while it is sent; its length is among the headers. */
  readonly stream?: Readable
  /** Beside the target's own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly timers: ExchangeTimers
}

/**
 * Makes one request to a configured provider; redirects are answers, not followed.
 * @throws ExchangeFault when no head arrived
 */
export type UpstreamRequest = (options: UpstreamOptions) => Promise<ExchangeResponse>
