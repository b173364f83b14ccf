/**
 * What happened to a connection, before anyone knows what it means for the call: `refused` by our own guard, no
 * connection in time (`connect`), silent for too long, over the whole time, `broken` by the other side or the
 * network, or `aborted` by our caller.
 */
export type ExchangeFaultKind = 'refused' | 'connect' | 'silence' | 'total' | 'broken' | 'aborted'

/** A failed exchange with a provider; an engine translates it into an ApiError. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault'
  readonly kind: ExchangeFaultKind

  constructor(kind: ExchangeFaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}
