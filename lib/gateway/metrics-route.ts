import { toApiError } from '#lib/errors.ts'
import { authenticate, requireScope } from './authenticate.ts'
import type { RouteHandler } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'

/** Figures for Prometheus, for keys with `admin:read`. */
export function metricsRoute({ keys, metrics, log }: Gateway): RouteHandler {
  return async (incoming, outgoing) => {
    const headers = requestId()
    try {
      const key = await authenticate(incoming.headers.authorization, keys)
      requireScope(key, 'admin:read')
      const { type, text } = await metrics.print()
      outgoing.writeHead(200, [...headers, 'content-type', type])
      outgoing.end(text)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.code === 'internal_error') log.error({ requestId: headers[1], err: thrown }, 'no metrics')
      sendError(incoming, outgoing, error, headers)
    }
  }
}
