import { AddressRefusal } from './address-refusal.ts'
import type { ExchangeResponse } from './exchange-response.ts'
import { readPublicUrl, type UrlRules } from './public-url.ts'

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The request that a redirect asks for; null when the answer is none. Its address is judged like the first one, and
 * whatever the caller sent along stays with the origin that it was meant for.
 * @throws AddressRefusal
 */
export function followRedirect(hop: Hop, response: ExchangeResponse, rules: UrlRules): Hop | null {
  const location = response.headers['location']
  if (!redirects.has(response.status) || typeof location !== 'string') return null
  const url = readPublicUrl(location, rules, hop.url)
  const keepsMethod = response.status === 307 || response.status === 308
  if (keepsMethod && hop.body !== null) throw new AddressRefusal('a redirect that repeats a body')
  const plain = hop.method === 'GET' || hop.method === 'HEAD'
  return {
    url,
    method: keepsMethod || plain ? hop.method : 'GET',
    headers: url.origin === hop.url.origin ? hop.headers : {},
    body: null,
  }
}
