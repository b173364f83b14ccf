import type { IncomingMessage } from 'node:http'
import { servedContracts } from '#lib/contracts/api/all-contracts.ts'
import { messageFailure } from '#lib/contracts/api/messages/message-failure.ts'
import { cohereFailure } from '#lib/contracts/api/rerank.ts'
import { scrapeFlatContract } from '#lib/contracts/api/scrape.ts'
import type { Contract, ErrorFormat } from '#lib/contracts/core/contract.ts'
import { ApiError } from '#lib/errors.ts'
import { toFailureBody } from './failure-body.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { clientAddress } from './client-address.ts'
import type { ConsoleProxy } from './console-proxy.ts'
import type { RouteHandler } from './endpoint.ts'
import { isOfMessagesClient } from './http-formats.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'

// Clients of MCP look for OAuth below `.well-known`.
const apiPath = /^\/(v1|v2|upload|mcp|internal|\.well-known)(\/|$)/
// Operations of OpenAI's SDKs that Sextant does not serve, without `/v1`. A console with sign-in would redirect them.
const sdkPath =
  /^\/(assistants|audio|batches|completions|containers|conversations|evals|files|fine_tuning|images|moderations|realtime|responses|threads|uploads|vector_stores|videos)(\/|$)/
const origin = /^https?:\/\/[^/?#]*/i

/** Whether a request target belongs to the API; clients of proxies send absolute URLs. */
export function isApiPath(url: string): boolean {
  return apiPath.test(url.replace(origin, '').split('?')[0] ?? '')
}

/**
 * Requests without a route: 404 under the API's prefixes, and for an API call with the wrong prefix, which an SDK
 * sends when its base URL is wrong. Everything else goes to the console.
 * @param gateway remembers them for the members who wait for a first request
 */
export function unknownRoute(
  console: ConsoleProxy | null,
  gateway: Pick<Gateway, 'refused' | 'trustedProxies'> | null = null,
): RouteHandler {
  return async (incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? '/'
    const meant = findMeant(incoming.method ?? 'GET', path)
    const isCall = isApiPath(path) || ((meant !== null || sdkPath.test(path)) && !isOfPage(incoming))
    if (console !== null && !isCall) {
      // Next.js answers 500 to it.
      if (!isDecodable(path)) return sendError(incoming, outgoing, undecodable(), requestId())
      return console.forward(incoming, outgoing)
    }
    const error = new ApiError('unknown_url', describe(incoming.method ?? 'GET', path, meant))
    gateway?.refused.add(clientAddress(incoming, gateway.trustedProxies), incoming, error)
    const format = meant?.failure ?? formatOfClients(path, incoming)
    const id = requestId(format)
    sendError(incoming, outgoing, error, id, toFailureBody(format, error, id[1]))
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

function undecodable(): ApiError {
  return new ApiError('invalid_value', 'The URL has percent-encoded bytes that are not valid UTF-8.')
}

interface Meant {
  readonly call: string
  /** How the base URL must change. */
  readonly baseUrl: string
  readonly failure: ErrorFormat | undefined
}

/** The operation that a path without or with another prefix means, such as `/chat/completions`. */
function findMeant(method: string, path: string): Meant | null {
  // `/api` is the console's own.
  if (path.startsWith('/api/')) return null
  for (const { contract, version, pattern } of versioned) {
    const parts = contract.method === method ? pattern.exec(path) : null
    if (parts === null) continue
    const [, before = '', after = ''] = parts
    const baseUrl =
      before === '' ? `the base URL ends with ${version}` : `remove ${shorten(before)} from the base URL`
    return { call: `${method} ${version}${shorten(after)}`, baseUrl, failure: contract.failure }
  }
  return null
}

/** Operations with a version, and their paths without it or after something else. */
const versioned = servedContracts.flatMap((contract: Contract) => {
  const version = /^\/v\d/.exec(contract.path)?.[0]
  if (version === undefined) return []
  const rest = contract.path.slice(version.length).replace(/\{\w+\}/, '.+')
  return [{ contract, version, pattern: new RegExp(`^(?:(/.+)${version})?(${rest})$`) }]
})

/** Whether a browser's page sent it, or a browser opens it: then a page answers. */
function isOfPage({ headers }: IncomingMessage): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' ||
    headers['rsc'] !== undefined ||
    headers['next-action'] !== undefined ||
    (headers.accept ?? '').includes('text/html')
  )
}

function describe(method: string, path: string, meant: Meant | null): string {
  const unknown = `Unknown route: ${method} ${shorten(path)}.`
  if (meant === null) return `${unknown} See GET /openapi.json for all routes.`
  return `${unknown} Use ${meant.call}: ${meant.baseUrl}.`
}

function shorten(path: string): string {
  return path.slice(0, 200)
}

// Firecrawl's clients print an error object as `[object Object]`; they read a string.
const firecrawlPath =
  /^(\/v[12])+\/(crawl|batch|extract|search|scrape|map|parse|deep-research|llmstxt|agent|browser|monitor|team|active|concurrency-check|feedback)(\/|$)/

const messagesPath = /^(\/v1)*\/(messages|complete|organizations)(\/|$)/

function formatOfClients(path: string, { headers }: IncomingMessage): ErrorFormat | undefined {
  if (messagesPath.test(path) || isOfMessagesClient(headers)) return messageFailure
  if (firecrawlPath.test(path)) return scrapeFlatContract.failure
  return /^(\/v1)?\/v2\//.test(path) ? cohereFailure : undefined
}
