import type { Hono } from 'hono'
import type { Web } from '#lib/capabilities/web.ts'
import { mapFailure } from '#lib/contracts/map-failure.ts'
import { mapContract, mapV2Contract } from '#lib/contracts/map.ts'
import { webContract } from '#lib/contracts/web.ts'
import { dispatch } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import type { Readiness } from './readiness.ts'
import { requestId } from './request-id.ts'
import { type Bindings, createRouter } from './router.ts'
import { sendJson } from './send.ts'
import { unknownRoute } from './unknown-route.ts'
import { createWebDispatch } from './web-dispatch.ts'

export interface CrawlAppOptions {
  readonly gateway: Gateway
  readonly web: Web
  readonly readiness: Readiness
  /** Where bodies with a `model` are taken. */
  readonly baseUrl: string
}

/** The addresses of the crawl listener: mapping requests alone, and every failure in their form. */
export function createCrawlApp(options: CrawlAppOptions): Hono<Bindings> {
  const { gateway, web, readiness, baseUrl } = options
  const { app, serve, route, answer } = createRouter(gateway)
  const contract = { ...webContract, failure: mapFailure }
  route(contract.path, {
    POST: dispatch(gateway, contract, createWebDispatch(web, { kind: 'flat', baseUrl })),
  })
  serve(mapContract, web.map)
  serve(mapV2Contract, web.mapV2)
  route('/healthz', { GET: async (_, outgoing) => sendJson(outgoing, 200, { status: 'ok' }, requestId()) })
  route('/readyz', { GET: (_, outgoing) => readiness.answer(outgoing) })
  app.notFound(answer(unknownRoute(null)))
  return app
}
