import { ApiError } from '#lib/errors.ts'
import { ExchangeFault } from '#lib/engines/web/exchange-fault.ts'
import { SearchFault } from './search-fault.ts'

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

/**
 * A failed request as what it says about the backend; addresses and foreign words stay out of it.
 * @throws what the signal was aborted with, when it was
 */
export function toSearchFault(error: unknown, signal: AbortSignal): SearchFault {
  signal.throwIfAborted()
  if (error instanceof SearchFault) return error
  if (error instanceof ApiError) return new SearchFault('error', toReason(error))
  if (!(error instanceof ExchangeFault)) throw error
  switch (error.kind) {
    case 'connect':
      return new SearchFault('unreachable', 'cannot connect')
    case 'refused':
      return new SearchFault('configuration', 'its address is closed')
    case 'silence':
    case 'total':
    case 'aborted':
      return new SearchFault('timeout', 'it did not answer in time')
    case 'broken':
      return toBroken(error)
  }
}

function toBroken({ cause }: ExchangeFault): SearchFault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (unreachable.has(code)) return new SearchFault('unreachable', 'cannot connect')
  if (/CERT|SIGNATURE|^ERR_(TLS|SSL)/.test(code)) {
    return new SearchFault('configuration', 'its certificate is not trusted')
  }
  return new SearchFault('error', 'the connection broke', { retryable: true })
}

/** Of reading a body: too large, or packed in a way that nobody reads. */
function toReason({ message }: ApiError): string {
  return message.startsWith('The answer is larger') ? 'its answer is too large' : 'its answer cannot be read'
}
