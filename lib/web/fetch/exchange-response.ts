/** Milliseconds. `silenceMs` bounds the wait for the first byte and between bytes, and can be changed later. */
export interface ExchangeTimers {
  readonly connectMs: number
  readonly silenceMs: number
  readonly totalMs: number
}

/**
 * An answer whose head has arrived. Bytes wait in memory (at most about 256 KB, then the sender is paused) until
 * they are read; silence is not counted while they wait.
 */
export interface ExchangeResponse {
  readonly status: number
  /** By lower-case name; a repeated header is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * Everything that has arrived since the last read, as soon as there is something; null at the end.
   * @throws ExchangeFault after the last byte that did arrive
   */
  read(): Promise<Buffer | null>
  /** Sets how long the sender may be silent from now on. */
  allowSilence(silenceMs: number): void
  /** Nothing more is of interest: lets the connection end by itself for a second, so that it can be used again. */
  finish(): void
  /** Closes the connection. */
  abort(): void
}
