/** Milliseconds. `silenceMs` limits the wait for the first byte and between bytes, and can be changed later. */
export interface ExchangeTimers {
  readonly connectMs: number
  readonly silenceMs: number
  readonly totalMs: number
}

/**
 * A response with its headers. Body bytes are buffered (at most about 256 KB, then the sender is paused) until
 * they are read; idle time is not counted while data is buffered.
 */
export interface ExchangeResponse {
  readonly status: number
  /** By lower-case name; a repeated header is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * Everything received since the last read, as soon as there is data; null at the end.
   * @throws ExchangeFault after the last received byte
   */
  read(): Promise<Buffer | null>
  /** Sets the idle timeout from now on. */
  allowSilence(silenceMs: number): void
  /** Discards the rest: the connection gets a second to finish, so that it can be reused. */
  finish(): void
  /** Closes the connection. */
  abort(): void
}
