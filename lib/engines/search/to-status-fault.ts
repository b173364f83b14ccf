import { readRetryAfter } from '#lib/engines/read-retry-after.ts'
import type { ExchangeResponse } from '#lib/engines/web/exchange-response.ts'
import { SearchFault } from './search-fault.ts'

/** By status: what it means at one backend. */
export type StatusMeanings = Readonly<Record<number, () => SearchFault>>

/** What a status other than 2xx says about a backend. */
export function toStatusFault(
  { status, headers }: ExchangeResponse,
  { keyed, meanings = {} }: { readonly keyed: boolean; readonly meanings?: StatusMeanings },
): SearchFault {
  const meaning = meanings[status]
  if (meaning !== undefined) return meaning()
  if (status === 429) {
    const { 'retry-after': wait } = headers
    const retryAfterMs = readRetryAfter(typeof wait === 'string' ? wait : null)
    return new SearchFault('rate_limited', '429: too many requests', { retryAfterMs })
  }
  if (status === 401 || status === 403) {
    return new SearchFault('configuration', `${status}: it refused ${keyed ? 'its key' : 'to answer'}`)
  }
  if (status === 402) return new SearchFault('configuration', '402: its balance is used up')
  if (status < 400 || status === 404) {
    return new SearchFault('configuration', `${status}: nothing answers searches at its address`)
  }
  return new SearchFault('error', `it answered with status ${status}`, { retryable: status >= 500 })
}
