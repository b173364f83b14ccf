import { ApiError } from '#lib/errors.ts'
import type { ConsoleProxy } from './console-proxy.ts'
import type { RouteHandler } from './endpoint.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'

const apiPath = /^\/(v1|v2|upload|internal)(\/|$)/
const origin = /^https?:\/\/[^/?#]*/i

/** Whether a request target belongs to the API; clients of proxies send absolute URLs. */
export function isApiPath(url: string): boolean {
  return apiPath.test(url.replace(origin, '').split('?')[0] ?? '')
}

/** Requests without a route: 404 under the API's prefixes, everything else goes to the console. */
export function unknownRoute(console: ConsoleProxy | null): RouteHandler {
  return async (incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? '/'
    if (console !== null && !isApiPath(path)) return console.forward(incoming, outgoing)
    const error = new ApiError('unknown_url', describe(incoming.method ?? 'GET', path))
    sendError(incoming, outgoing, error, requestId())
  }
}

function describe(method: string, path: string): string {
  if (path === '/v1/responses') {
    return 'The Responses API is not supported. Use POST /v1/chat/completions.'
  }
  return `Unknown route: ${method} ${path.slice(0, 200)}. See GET /openapi.json for all routes.`
}
