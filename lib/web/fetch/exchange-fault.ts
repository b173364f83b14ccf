/**
 * Failure of a connection, before it is mapped to an API error: `refused` by our own guard, no connection in time
 * (`connect`), idle for too long, over the total time, `broken` by the other side or the network, or `aborted` by
 * our caller.
 */
export type ExchangeFaultKind = 'refused' | 'connect' | 'silence' | 'total' | 'broken' | 'aborted'

/** A failed HTTP exchange, which callers translate into an ApiError. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault'
  readonly kind: ExchangeFaultKind

  constructor(kind: ExchangeFaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}
