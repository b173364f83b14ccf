import { Agent } from 'undici'
import { ApiError } from '#lib/errors.ts'
import { createAddressGuard } from './address-guard.ts'
import { decodeBody } from './decode-body.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeResponse } from './exchange-response.ts'
import { guardedConnect, type GuardedConnectOptions } from './guarded-connect.ts'
import { readPublicUrl, type UrlRules } from './public-url.ts'
import { AddressRefusal, urlNotAllowed } from './address-refusal.ts'
import { ExchangeFault } from './exchange-fault.ts'

const connectMs = 5000
const silenceMs = 10_000
const redirectsMax = 5
const userAgent = 'Mozilla/5.0 (compatible; Sextant/0.1)'

export interface SafeFetchSettings {
  /** Allowlist of private hosts, addresses and networks, with an optional port. */
  readonly allowPrivateHosts: readonly string[]
  /** Origins of this server, rejected because they would loop. */
  readonly ownOrigins?: readonly string[]
  /** Overrides the system's resolver and sockets. */
  readonly connect?: Omit<GuardedConnectOptions, 'connectMs'>
}

export interface SafeFetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** By lower-case name; removed when a redirect leaves the origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Total timeout in milliseconds, including redirects and body. */
  readonly timeoutMs: number
  /** Maximum bytes of the decoded body. */
  readonly bytesMax: number
  /** The request field with the URL, for the error. */
  readonly param?: string
  /** Whether to skip TLS certificate verification. */
  readonly skipTlsVerification?: boolean
}

export interface SafeResponse {
  readonly status: number
  /** After redirects. */
  readonly url: string
  readonly headers: ExchangeResponse['headers']
  /** Decoded and size limited; can be read once, here or through `bytes`. */
  readonly body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
  /** Closes the connection if the body is not needed. */
  abort(): void
}

/**
 * Fetches a URL that a user, a page or a model could influence: only public addresses, checked on the connection
 * itself, at every redirect (at most 5), with timeouts and a limit on the decoded body.
 * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout`; its cause is only for the log
 */
export type SafeFetch = (url: string, options: SafeFetchOptions) => Promise<SafeResponse>

export function createSafeFetch(settings: SafeFetchSettings): SafeFetch {
  const guard = createAddressGuard(settings.allowPrivateHosts)
  const rules = { guard, ...(settings.ownOrigins !== undefined && { ownOrigins: settings.ownOrigins }) }
  const agent = createAgent(guardedConnect(guard, { ...settings.connect, connectMs }))
  // Connections without certificate verification are never reused for verified requests.
  let lenient: Agent | null = null

  function agentFor({ skipTlsVerification }: SafeFetchOptions): Agent {
    if (skipTlsVerification !== true) return agent
    const connect = { ...settings.connect, connectMs, rejectUnauthorized: false }
    return (lenient ??= createAgent(guardedConnect(guard, connect)))
  }

  async function open(
    hop: Hop,
    deadlineAt: number,
    agent: Agent,
    signal: AbortSignal,
  ): Promise<ExchangeResponse> {
    const timers = { connectMs, silenceMs, totalMs: Math.max(1, deadlineAt - performance.now()) }
    return await new Promise<ExchangeResponse>((resolve, reject) => {
      const exchange = new Exchange(timers, signal, { resolve, reject })
      agent.dispatch(
        {
          origin: hop.url.origin,
          path: hop.url.pathname + hop.url.search,
          method: hop.method,
          headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, br', ...hop.headers },
          body: hop.body,
        },
        exchange,
      )
    })
  }

  return async (text, options) => {
    try {
      options.signal.throwIfAborted()
      const deadlineAt = performance.now() + options.timeoutMs
      const { method = 'GET', headers = {}, body = null } = options
      let hop: Hop = { url: readPublicUrl(text, rules), method, headers, body }
      for (let redirects = 0; ; redirects++) {
        const response = await open(hop, deadlineAt, agentFor(options), options.signal)
        const next = followRedirect(hop, response, rules)
        if (next === null) return toResponse(hop.url.href, response, options)
        response.abort()
        if (redirects === redirectsMax) throw new ApiError('fetch_failed', 'The URL has too many redirects.')
        hop = next
      }
    } catch (error) {
      throw toFetchError(error, options)
    }
  }
}

function createAgent(connect: ReturnType<typeof guardedConnect>): Agent {
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 4000,
    maxHeaderSize: 16 * 1024,
    connect,
  })
}

function toResponse(url: string, response: ExchangeResponse, options: SafeFetchOptions): SafeResponse {
  const body = readBody(response, options)
  return {
    status: response.status,
    url,
    headers: response.headers,
    body,
    bytes: async () => Buffer.concat(await Array.fromAsync(body)),
    abort: () => response.abort(),
  }
}

async function* readBody(response: ExchangeResponse, options: SafeFetchOptions): AsyncGenerator<Buffer> {
  try {
    yield* decodeBody(response, options.bytesMax)
  } catch (error) {
    throw toFetchError(error, options)
  }
}

/** Public error of a failed fetch: without addresses, which would reveal our network. */
function toFetchError(error: unknown, { param }: { readonly param?: string }): ApiError {
  const options = { cause: error, ...(param !== undefined && { param }) }
  if (error instanceof ApiError)
    return param === undefined ? error : new ApiError(error.code, error.message, options)
  const kind = error instanceof ExchangeFault ? error.kind : null
  if (error instanceof AddressRefusal) return urlNotAllowed(error.brokenRule, options)
  if (kind === 'refused') return urlNotAllowed(null, options)
  if (kind === 'aborted' || (error instanceof Error && error.name === 'AbortError')) {
    return new ApiError('client_closed', 'The caller disconnected.', options)
  }
  if (kind === 'connect' || kind === 'silence' || kind === 'total') {
    return new ApiError('fetch_timeout', 'The URL did not respond in time.', options)
  }
  return new ApiError('fetch_failed', 'The URL could not be fetched.', options)
}

/** One request in a chain of redirects. */
interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The request after a redirect; null if the response is not one. Its URL is checked like the first, and the
 * caller's headers are sent only to their original origin.
 * @throws AddressRefusal
 */
function followRedirect(hop: Hop, response: ExchangeResponse, rules: UrlRules): Hop | null {
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
