import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { ApiError } from '#lib/errors.ts'
import type { RouteHandler } from '#lib/gateway/http/endpoint.ts'
import { toFailureBody } from '#lib/gateway/http/failure-body.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { Readiness } from '#lib/gateway/readiness.ts'
import { requestId } from '#lib/gateway/http/request-id.ts'
import { createRouter, type Routes } from '#lib/gateway/http/router.ts'
import { sendError, sendJson } from '#lib/gateway/http/send.ts'
import { unknownRoute } from '#lib/gateway/http/unknown-route.ts'

export interface UploadAppOptions {
  readonly gateway: Gateway
  readonly upload: RouteHandler
  readonly readiness: Readiness
}

/** The routes of the upload listener. */
export function createUploadApp({ gateway, upload, readiness }: UploadAppOptions): Routes {
  const { app, fixed, route, answer } = createRouter(gateway)
  route(uploadContract.path, { POST: upload }, uploadContract.failure)
  route('/healthz', { GET: async (_, outgoing) => sendJson(outgoing, 200, { status: 'ok' }, requestId()) })
  route('/readyz', { GET: (incoming, outgoing) => readiness.answer(incoming, outgoing) })
  app.notFound(answer(unknownRoute(null)))
  return { app, fixed }
}

/** The error of an upload on a listener without uploads; the body is not read. */
export function refuseUpload(uploadUrl: string): RouteHandler {
  return async (incoming, outgoing) => {
    const message = `This URL does not accept uploads. Send the form to ${uploadUrl}${uploadContract.path}.`
    const error = new ApiError('invalid_value', message)
    sendError(incoming, outgoing, error, requestId(), toFailureBody(uploadContract.failure, error))
  }
}
