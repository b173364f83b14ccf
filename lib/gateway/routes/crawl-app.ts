import type { Web } from '#lib/capabilities/web/web.ts'
import { mapFailure } from '#lib/contracts/api/map-failure.ts'
import { mapContract, mapV2Contract } from '#lib/contracts/api/map.ts'
import { webContract } from '#lib/contracts/api/web.ts'
import { dispatch } from '#lib/gateway/http/endpoint.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { Readiness } from '#lib/gateway/readiness.ts'
import { requestId } from '#lib/gateway/http/request-id.ts'
import { createRouter, type Routes } from '#lib/gateway/http/router.ts'
import { sendJson } from '#lib/gateway/http/send.ts'
import { unknownRoute } from '#lib/gateway/http/unknown-route.ts'
import { createWebDispatch } from './web-dispatch.ts'

export interface CrawlAppOptions {
  readonly gateway: Gateway
  readonly web: Web
  readonly readiness: Readiness
  /** URL that accepts bodies with a `model`. */
  readonly baseUrl: string
}

/** The routes of the crawl listener: only mapping requests, and every error in their format. */
export function createCrawlApp(options: CrawlAppOptions): Routes {
  const { gateway, web, readiness, baseUrl } = options
  const { app, fixed, serve, route, answer } = createRouter(gateway)
  const contract = { ...webContract, failure: mapFailure }
  route(contract.path, {
    POST: dispatch(gateway, contract, createWebDispatch(web, { kind: 'flat', baseUrl })),
  })
  serve(mapContract, web.map)
  serve(mapV2Contract, web.mapV2)
  route('/healthz', { GET: async (_, outgoing) => sendJson(outgoing, 200, { status: 'ok' }, requestId()) })
  route('/readyz', { GET: (incoming, outgoing) => readiness.answer(incoming, outgoing) })
  app.notFound(answer(unknownRoute(null)))
  return { app, fixed }
}
