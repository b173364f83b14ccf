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

/** Milliseconds. `silenceMs` bounds the wait for the first byte and between bytes, and can be changed later. */
export interface UpstreamTimers {
  readonly connectMs: number
  readonly silenceMs: number
  readonly totalMs: number
}

export interface UpstreamOptions {
  readonly target: UpstreamTarget
  readonly method: 'GET' | 'POST'
  /** Below the target's base path, e.g. `/chat/completions`. */
  readonly path: string
  readonly body?: string
  readonly signal: AbortSignal
  readonly timers: UpstreamTimers
}

/**
 * An answer whose head has arrived. Bytes wait in memory (at most about 256 KB, then the upstream is paused) until
 * they are read; silence is not counted while they wait.
 */
export interface UpstreamResponse {
  readonly status: number
  /** By lower-case name; a repeated header is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * Everything that has arrived since the last read, as soon as there is something; null at the end.
   * @throws UpstreamFault after the last byte that did arrive
   */
  read(): Promise<Buffer | null>
  /** Sets how long the upstream may be silent from now on. */
  allowSilence(silenceMs: number): void
  /** Nothing more is of interest: lets the connection end by itself for a second, so that it can be used again. */
  finish(): void
  /** Closes the connection. */
  abort(): void
}

/**
 * Makes one request to a configured provider; redirects are answers, not followed.
 * @throws UpstreamFault when no head arrived
 */
export type UpstreamRequest = (options: UpstreamOptions) => Promise<UpstreamResponse>
