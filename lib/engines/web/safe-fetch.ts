import { Agent } from 'undici'
import { ApiError } from '#lib/errors.ts'
import { createAddressGuard } from './address-guard.ts'
import { decodeBody } from './decode-body.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeResponse } from './exchange-response.ts'
import { guardedConnect, type GuardedConnectOptions } from './guarded-connect.ts'
import { readPublicUrl } from './public-url.ts'
import { followRedirect, type Hop } from './redirect.ts'
import { toFetchError } from './to-fetch-error.ts'

const connectMs = 5000
const silenceMs = 10_000
const redirectsMax = 5
const userAgent = 'Mozilla/5.0 (compatible; Sextant/0.1)'

export interface SafeFetchSettings {
  /** Hosts, addresses and networks that are open although they are not public, with an optional port. */
  readonly allowPrivateHosts: readonly string[]
  /** Origins of this product itself, refused because they would loop. */
  readonly ownOrigins?: readonly string[]
  /** In the place of the system's resolver and sockets. */
  readonly connect?: Omit<GuardedConnectOptions, 'connectMs'>
}

export interface SafeFetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** By lower-case name; dropped when a redirect leaves the origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Milliseconds for everything, redirects and body included. */
  readonly timeoutMs: number
  /** Most bytes of the body, decoded. */
  readonly bytesMax: number
  /** The request field that the address came from, for the error. */
  readonly param?: string
  /** Whether any certificate will do. */
  readonly skipTlsVerification?: boolean
}

export interface SafeResponse {
  readonly status: number
  /** After redirects. */
  readonly url: string
  readonly headers: ExchangeResponse['headers']
  /** Decoded and bounded; can be read once, here or through `bytes`. */
  readonly body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
  /** Closes the connection when the body is not wanted. */
  abort(): void
}

/**
 * Fetches an address that a user, a page or a model could influence: only public addresses, judged on the connection
 * itself, at every redirect (at most 5), with deadlines and a bound on the decoded body.
 * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout`; the reason is its cause, for the log alone
 */
export type SafeFetch = (url: string, options: SafeFetchOptions) => Promise<SafeResponse>

export function createSafeFetch(settings: SafeFetchSettings): SafeFetch {
  const guard = createAddressGuard(settings.allowPrivateHosts)
  const rules = { guard, ...(settings.ownOrigins !== undefined && { ownOrigins: settings.ownOrigins }) }
  const agent = createAgent(guardedConnect(guard, { ...settings.connect, connectMs }))
  // Connections that were opened without looking at a certificate serve nobody who asked for one.
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
        exchange.handler,
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
        if (redirects === redirectsMax) throw new ApiError('fetch_failed', 'The address redirects too often.')
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
