import { ApiError } from '#lib/errors.ts'
import { AddressRefusal } from './address-refusal.ts'
import { ExchangeFault } from './exchange-fault.ts'

/** What a failed fetch tells the caller: never the address or the reason, which would map our network. */
export function toFetchError(error: unknown, { param }: { readonly param?: string }): ApiError {
  const options = { cause: error, ...(param !== undefined && { param }) }
  if (error instanceof ApiError)
    return param === undefined ? error : new ApiError(error.code, error.message, options)
  const kind = error instanceof ExchangeFault ? error.kind : null
  if (error instanceof AddressRefusal || kind === 'refused') {
    return new ApiError('url_not_allowed', 'This address may not be fetched.', options)
  }
  if (kind === 'aborted' || (error instanceof Error && error.name === 'AbortError')) {
    return new ApiError('client_closed', 'The caller left.', options)
  }
  if (kind === 'connect' || kind === 'silence' || kind === 'total') {
    return new ApiError('fetch_timeout', 'The address did not answer in time.', options)
  }
  return new ApiError('fetch_failed', 'The address could not be fetched.', options)
}
