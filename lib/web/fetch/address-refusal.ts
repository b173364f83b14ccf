import { ApiError, type ApiErrorOptions } from '#lib/errors.ts'

/** A connection blocked by our own rules. The reason contains addresses and is only for the log. */
export class AddressRefusal extends Error {
  override readonly name = 'AddressRefusal'
  /** The rule that the text of the caller's URL breaks, for the caller; null: not known from the text alone. */
  readonly brokenRule: string | null

  constructor(reason: string, brokenRule: string | null = null) {
    super(reason)
    this.brokenRule = brokenRule
  }
}

/**
 * The public error of a blocked URL. What only a lookup or a redirect says, as the addresses of a name, stays out of it:
 * it would reveal our network.
 */
export function urlNotAllowed(brokenRule: string | null, options: ApiErrorOptions): ApiError {
  const rule = brokenRule ?? 'It and its redirects must lead to public addresses.'
  return new ApiError('url_not_allowed', `This URL is not allowed. ${rule}`, options)
}
