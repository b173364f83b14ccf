import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type { Handler } from '#lib/capabilities/handler.ts'
import type { Contract, ErrorFormat } from '#lib/contracts/core/contract.ts'
import { messageFailure } from '#lib/contracts/api/messages/message-failure.ts'
import { dispatch, type Operation, type RouteHandler, toOperation } from './endpoint.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { ApiError } from '#lib/errors.ts'
import { toFailureBody } from './failure-body.ts'
import { isOfMessagesClient } from './http-formats.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Bindings = { Bindings: HttpBindings }

/** Everything that one listener serves. */
export interface Routes {
  readonly app: Hono<Bindings>
  /** Paths without parameters, which need no `Request` and no matching. They are in `app` too, for unusual spellings. */
  readonly fixed: ReadonlyMap<string, FixedRoute>
}

export type FixedRoute = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** The routes of one listener. Handlers write to Node's own response. */
export interface Router extends Routes {
  readonly serve: <C extends Contract>(contract: C, handler: Handler<C>) => void
  readonly mount: (served: Served) => void
  readonly route: (path: string, methods: Methods, failure?: ErrorFormat) => void
  readonly answer: (handler: RouteHandler) => (context: Context<Bindings>) => Response
}

/** A contract with the operation behind it. */
export interface Served {
  readonly contract: Contract
  readonly operation: Operation
}

export function served<C extends Contract>(contract: C, handler: Handler<C>): Served {
  return { contract, operation: toOperation(contract, handler) }
}

export function createRouter(gateway: Gateway): Router {
  const app = new Hono<Bindings>()
  const fixed = new Map<string, FixedRoute>()
  return { app, fixed, serve, mount, route, answer }

  function serve<C extends Contract>(contract: C, handler: Handler<C>): void {
    mount(served(contract, handler))
  }

  function mount({ contract, operation }: Served): void {
    // Ids may contain slashes, plain or encoded.
    const path = contract.path.replace(/\{(\w+)\}$/, ':$1{.+}').replace(/\{(\w+)\}\//g, ':$1/')
    route(path, { [contract.method]: dispatch(gateway, contract, () => operation) }, contract.failure)
  }

  // One handler per path: a second one that matches would make Hono compose them for each request.
  function route(path: string, methods: Methods, failure?: ErrorFormat): void {
    const handler = byMethod(methods, gateway.cors, failure)
    app.all(path, answer(handler))
    if (!path.includes(':')) fixed.set(path, (incoming, outgoing) => run(handler, incoming, outgoing, {}))
  }

  function answer(handler: RouteHandler) {
    return (context: Context<Bindings>): Response => {
      const { incoming, outgoing } = context.env
      run(handler, incoming, outgoing, context.req.param())
      return RESPONSE_ALREADY_SENT
    }
  }

  function run(handler: RouteHandler, ...[incoming, outgoing, params]: Parameters<RouteHandler>): void {
    handler(incoming, outgoing, params).catch((error: unknown) => {
      gateway.log.error({ err: error, path: incoming.url?.split('?')[0] }, 'a route failed')
      outgoing.destroy()
    })
  }
}

type Methods = Readonly<Partial<Record<string, RouteHandler>>>

/**
 * Picks the handler of a known path by method; other methods get 405 with `Allow`.
 * @param failure error format of this path, if not the default
 */
function byMethod(methods: Methods, cors: readonly string[], failure?: ErrorFormat): RouteHandler {
  const names = Object.keys(methods)
  const allow = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ')
  const refuse: RouteHandler = async (incoming, outgoing) => {
    const method = methodOf(incoming)
    if (method === 'OPTIONS' && answerPreflight(incoming, outgoing, cors, allow)) return
    const message = `${method} is not supported here. Use ${allow}.`
    const error = new ApiError('method_not_allowed', message)
    const format = failure ?? (isOfMessagesClient(incoming.headers) ? messageFailure : undefined)
    const id = requestId(format)
    sendError(incoming, outgoing, error, [...id, 'allow', allow], toFailureBody(format, error, id[1]))
  }
  return (incoming, outgoing, params) => {
    if (cors.length > 0) allowOrigin(incoming, outgoing, cors)
    return (methods[methodOf(incoming)] ?? refuse)(incoming, outgoing, params)
  }
}

function methodOf({ method = 'GET' }: IncomingMessage): string {
  return method === 'HEAD' ? 'GET' : method
}

/** Headers of a response that a page of another origin may read: all that the API documents, and the session of MCP. */
const exposed =
  'x-request-id, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens, retry-after, retry-after-ms, x-should-retry, sextant-provider, sextant-deployment, sextant-attempts, sextant-skipped, sextant-max-tokens, sextant-cost, sextant-cost-source, sextant-budget-limit, sextant-budget-remaining, sextant-budget-reset, sextant-budget-warning, sextant-overhead-ms, server-timing, sextant-cache, sextant-search, sextant-library, sextant-truncated, sextant-model-state, sextant-ignored, sextant-estimated, sextant-upstream-request-id, request-id, mcp-session-id, deprecation, sunset, link'
const preflightSeconds = '600'

/** Lets an allowed origin read the response. A key travels in a header, so credentials are never allowed. */
function allowOrigin(incoming: IncomingMessage, outgoing: ServerResponse, origins: readonly string[]): void {
  outgoing.setHeader('vary', 'Origin')
  const origin = listed(incoming, origins)
  if (origin === null) return
  outgoing.setHeader('access-control-allow-origin', origin)
  outgoing.setHeader('access-control-expose-headers', exposed)
}

/** Answers a preflight request of an allowed origin; false: not a preflight. */
function answerPreflight(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origins: readonly string[],
  allow: string,
): boolean {
  if (listed(incoming, origins) === null) return false
  outgoing.setHeader('access-control-allow-methods', allow)
  // SDKs add headers of their own, such as x-stainless-lang.
  const asked = incoming.headers['access-control-request-headers'] ?? 'authorization, content-type'
  outgoing.setHeader('access-control-allow-headers', asked)
  outgoing.setHeader('access-control-max-age', preflightSeconds)
  outgoing.writeHead(204).end()
  return true
}

function listed(incoming: IncomingMessage, origins: readonly string[]): string | null {
  const { origin } = incoming.headers
  return origin !== undefined && (origins.includes(origin) || origins.includes('*')) ? origin : null
}
