import type { ModelList } from '#lib/capabilities/list-models.ts'
import type { Library } from '#lib/capabilities/library/create-library.ts'
import type { StoredResponseRoutes } from '#lib/capabilities/responses/stored-response-routes.ts'
import type { Web } from '#lib/capabilities/web/web.ts'
import { servedContracts } from '#lib/contracts/api/all-contracts.ts'
import {
  responseCancelContract,
  responseContract,
  responseDeleteContract,
  responseInputItemsContract,
} from '#lib/contracts/api/responses/stored-responses.ts'
import { keyContract } from '#lib/contracts/api/key.ts'
import { mapContract, mapV2Contract } from '#lib/contracts/api/map.ts'
import { scrapeFlatContract, scrapeFlatV2Contract } from '#lib/contracts/api/scrape.ts'
import { transcriptionContract } from '#lib/contracts/api/documents/transcription.ts'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { webContract } from '#lib/contracts/api/web.ts'
import { mcpFailure, mcpPath } from '#lib/contracts/api/mcp/mcp-failure.ts'
import type { ConsoleProxy } from './http/console-proxy.ts'
import { dispatch, type RouteHandler, endpoint } from './http/endpoint.ts'
import type { Gateway } from './gateway.ts'
import type { InternalRoutes } from './routes/internal-routes.ts'
import { serveModels } from './routes/models-routes.ts'
import { openApi } from './routes/openapi.ts'
import type { Readiness } from './readiness.ts'
import { requestId } from './http/request-id.ts'
import { createRouter, type Router, type Routes, type Served } from './http/router.ts'
import { sendJson, sendError } from './http/send.ts'
import { createThumbnailRoute, type Thumbnails } from './routes/thumbnail-route.ts'
import { thumbnailPath } from './routes/thumbnail-seal.ts'
import { unknownRoute } from './http/unknown-route.ts'
import { createWebDispatch, refuseMapping } from './routes/web-dispatch.ts'
import { toApiError } from '#lib/errors.ts'
import { authenticate, requireScope } from './auth/authenticate.ts'
import {
  libraryBatchContract,
  librarySettingsContract,
  libraryStatusContract,
} from '#lib/contracts/api/library-manage.ts'
import {
  libraryAddContract,
  libraryDeleteContract,
  libraryItemContract,
  libraryListContract,
  librarySearchContract,
} from '#lib/contracts/api/library.ts'

export interface AppOptions {
  readonly gateway: Gateway
  readonly modelRoutes: readonly Served[]
  readonly responses: StoredResponseRoutes
  readonly web: Web
  /** URL of the separate crawl listener; null: mapping requests are accepted here. */
  readonly crawlUrl: string | null
  /** `POST /upload`, here, or a rejection that names the upload listener. */
  readonly upload: RouteHandler
  readonly transcribe: RouteHandler
  readonly library: Pick<Library, 'routes'>
  readonly thumbnails: Thumbnails
  /** `POST /mcp`. */
  readonly mcp: RouteHandler
  readonly models: ModelList
  /** `GET /v1/key`. */
  readonly key: RouteHandler
  readonly readiness: Readiness
  readonly internal: InternalRoutes
  /** Null: the console is off, and all other routes are unknown. */
  readonly console: ConsoleProxy | null
  readonly version: string
}

/** All routes of the gateway's main port. */
export function createApp(options: AppOptions): Routes {
  const { gateway, readiness, internal, crawlUrl } = options
  const router = createRouter(gateway)
  const { app, fixed, serve, mount, route, answer } = router

  for (const each of options.modelRoutes) mount(each)
  serveResponses(router, gateway, options.responses)
  serveWeb()
  serve(scrapeFlatContract, options.web.scrapeFlat)
  serve(scrapeFlatV2Contract, options.web.scrapeFlatV2)
  route(uploadContract.path, { POST: options.upload }, uploadContract.failure)
  route(transcriptionContract.path, { POST: options.transcribe })
  serveLibrary(router, gateway, options.library)
  serveModels(router, gateway, options.models)
  route(keyContract.path, { GET: options.key })
  route(mcpPath, { POST: options.mcp }, mcpFailure)
  route(`${thumbnailPath}/:sealed`, { GET: createThumbnailRoute(options.thumbnails) })
  // Claude Code looks for it before its first request.
  route('/api/hello', { GET: async (_, outgoing) => void outgoing.writeHead(204, requestId()).end() })
  route('/openapi.json', { GET: openApi(servedContracts, options.version) })
  route('/healthz', { GET: async (_, outgoing) => sendJson(outgoing, 200, { status: 'ok' }, requestId()) })
  route('/readyz', { GET: (incoming, outgoing) => readiness.answer(incoming, outgoing) })
  route('/metrics', { GET: metricsRoute(gateway) })
  app.all('/internal/*', answer(internal.answer))
  app.notFound(answer(unknownRoute(options.console, gateway)))
  return { app, fixed }

  function serveWeb(): void {
    const { web } = options
    if (crawlUrl === null) {
      route(webContract.path, {
        POST: dispatch(gateway, webContract, createWebDispatch(web, { kind: 'both' })),
      })
      serve(mapContract, web.map)
      return serve(mapV2Contract, web.mapV2)
    }
    const forms = { kind: 'envelope', crawlUrl } as const
    route(webContract.path, { POST: dispatch(gateway, webContract, createWebDispatch(web, forms)) })
    for (const contract of [mapContract, mapV2Contract]) {
      route(contract.path, { POST: dispatch(gateway, contract, () => refuseMapping(crawlUrl)) })
    }
  }
}

/** Prometheus metrics, for keys with `admin:read`. */
function metricsRoute({ keys, metrics, log }: Gateway): RouteHandler {
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

/** Stored responses. The model routes come first: an id would match the operation that counts tokens. */
function serveResponses({ serve, route }: Router, gateway: Gateway, routes: StoredResponseRoutes): void {
  // No operation, and no id of a response.
  route('/v1/responses/compact', { POST: unknownRoute(null, gateway) })
  serve(responseInputItemsContract, routes.listInput)
  serve(responseCancelContract, routes.cancel)
  route('/v1/responses/:id', {
    GET: endpoint(gateway, responseContract, routes.get),
    DELETE: endpoint(gateway, responseDeleteContract, routes.remove),
  })
}

/** Library routes. Named ones come first: an item's id would match them too. */
function serveLibrary({ serve, route }: Router, gateway: Gateway, { routes }: Pick<Library, 'routes'>): void {
  route(libraryListContract.path, {
    GET: endpoint(gateway, libraryListContract, routes.list),
    POST: endpoint(gateway, libraryAddContract, routes.add),
  })
  serve(librarySearchContract, routes.search)
  serve(libraryStatusContract, routes.status)
  serve(librarySettingsContract, routes.settings)
  serve(libraryBatchContract, routes.batch)
  route('/v1/library/:id', {
    GET: endpoint(gateway, libraryItemContract, routes.item),
    DELETE: endpoint(gateway, libraryDeleteContract, routes.remove),
  })
}
