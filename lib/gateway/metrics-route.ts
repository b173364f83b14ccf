import { ApiError, toApiError } from '#lib/errors.ts'
import { authenticate } from './authenticate.ts'
import type { RouteHandler } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'

const scope = 'admin:read'

/** Figures for Prometheus, for keys with `admin:read`. */
export function metricsRoute({ keys, metrics }: Gateway): RouteHandler {
  return async (incoming, outgoing) => {
    const headers = requestId()
    try {
      const key = await authenticate(incoming.headers.authorization, keys)
      if (!key.scopes.includes(scope)) {
        throw new ApiError('endpoint_not_allowed', `This key lacks the scope \`${scope}\`.`)
      }
      const { type, text } = await metrics.print()
      outgoing.writeHead(200, [...headers, 'content-type', type])
      outgoing.end(text)
    } catch (error) {
      sendError(incoming, outgoing, toApiError(error), headers)
    }
  }
}
