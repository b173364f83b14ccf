import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type { Handler } from '#lib/capabilities/call.ts'
import { chatContract } from '#lib/contracts/chat.ts'
import type { Contract } from '#lib/contracts/contract.ts'
import { embeddingsContract } from '#lib/contracts/embeddings.ts'
import { mapContract, mapV2Contract } from '#lib/contracts/map.ts'
import { modelContract, modelsContract } from '#lib/contracts/models.ts'
import { rerankContract, rerankV2Contract } from '#lib/contracts/rerank.ts'
import type { ConsoleProxy } from './console-proxy.ts'
import { endpoint, type RouteHandler } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import type { InternalRoutes } from './internal-routes.ts'
import { byMethod, type Methods } from './methods.ts'
import { openApi } from './openapi.ts'
import { metricsRoute } from './metrics-route.ts'
import type { Readiness } from './readiness.ts'
import { requestId } from './request-id.ts'
import { sendJson } from './send.ts'
import { unknownRoute } from './unknown-route.ts'

export interface AppOptions {
  readonly gateway: Gateway
  readonly chat: Handler<typeof chatContract>
  readonly embeddings: Handler<typeof embeddingsContract>
  readonly rerank: Handler<typeof rerankContract>
  readonly rerankV2: Handler<typeof rerankV2Contract>
  readonly map: Handler<typeof mapContract>
  readonly mapV2: Handler<typeof mapV2Contract>
  readonly models: Handler<typeof modelsContract>
  readonly model: Handler<typeof modelContract>
  readonly readiness: Readiness
  readonly internal: InternalRoutes
  /** Null: the console is off, and every other address is unknown. */
  readonly console: ConsoleProxy | null
  readonly version: string
}

const contracts = [
  chatContract,
  embeddingsContract,
  rerankContract,
  rerankV2Contract,
  mapContract,
  mapV2Contract,
  modelsContract,
  modelContract,
] as const

type Bindings = { Bindings: HttpBindings }

/** Every address of the gateway. Handlers write to Node's own response. */
export function createApp(options: AppOptions): Hono<Bindings> {
  const { gateway, readiness, internal } = options
  const app = new Hono<Bindings>()

  serve(chatContract, options.chat)
  serve(embeddingsContract, options.embeddings)
  serve(rerankContract, options.rerank)
  serve(rerankV2Contract, options.rerankV2)
  serve(mapContract, options.map)
  serve(mapV2Contract, options.mapV2)
  serve(modelsContract, options.models)
  serve(modelContract, options.model)
  route('/openapi.json', { GET: openApi(contracts, options.version) })
  route('/healthz', { GET: async (_, outgoing) => sendJson(outgoing, 200, { status: 'ok' }, requestId()) })
  route('/readyz', { GET: (_, outgoing) => readiness.answer(outgoing) })
  route('/metrics', { GET: metricsRoute(gateway) })
  app.all('/internal/*', answer(internal.answer))
  app.notFound(answer(unknownRoute(options.console)))
  return app

  function serve<C extends Contract>(contract: C, handler: Handler<C>): void {
    // An id may hold slashes, plain or encoded.
    const path = contract.path.replace(/\{(\w+)\}$/, ':$1{.+}')
    route(path, { [contract.method]: endpoint(gateway, contract, handler) })
  }

  // One handler per path: a second one that matches would make Hono compose them for each request.
  function route(path: string, methods: Methods): void {
    app.all(path, answer(byMethod(methods, gateway.cors)))
  }

  function answer(handler: RouteHandler) {
    return (context: Context<Bindings>): Response => {
      const { incoming, outgoing } = context.env
      handler(incoming, outgoing, context.req.param()).catch((error: unknown) => {
        gateway.log.error({ err: error, path: incoming.url?.split('?')[0] }, 'a route failed')
        outgoing.destroy()
      })
      return RESPONSE_ALREADY_SENT
    }
  }
}
