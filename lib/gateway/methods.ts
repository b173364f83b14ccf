import type { FailureFace } from '#lib/contracts/contract.ts'
import { ApiError } from '#lib/errors.ts'
import { allowOrigin, answerPreflight } from './cors.ts'
import type { RouteHandler } from './endpoint.ts'
import { toFailureBody } from './failure-body.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'

export type Methods = Readonly<Partial<Record<string, RouteHandler>>>

/**
 * Picks the handler of a known path by method; another method gets 405 with `Allow`.
 * @param failure how failures of this path look, where not as usual
 */
export function byMethod(methods: Methods, cors: readonly string[], failure?: FailureFace): RouteHandler {
  const names = Object.keys(methods)
  const allow = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ')
  return async (incoming, outgoing, params) => {
    if (cors.length > 0) allowOrigin(incoming, outgoing, cors)
    const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET')
    const handler = methods[method]
    if (handler) return handler(incoming, outgoing, params)
    if (method === 'OPTIONS' && answerPreflight(incoming, outgoing, cors, allow)) return
    const message = `This address does not answer ${method}. Use ${allow}.`
    const headers = [...requestId(), 'allow', allow]
    const error = new ApiError('method_not_allowed', message)
    sendError(incoming, outgoing, error, headers, toFailureBody(failure, error))
  }
}
