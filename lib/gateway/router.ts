import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type { Handler } from '#lib/capabilities/call.ts'
import type { Contract, FailureFace } from '#lib/contracts/contract.ts'
import { endpoint, type RouteHandler } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import { byMethod, type Methods } from './methods.ts'

export type Bindings = { Bindings: HttpBindings }

/** The addresses of one listener. Handlers write to Node's own response. */
export interface Router {
  readonly app: Hono<Bindings>
  readonly serve: <C extends Contract>(contract: C, handler: Handler<C>) => void
  readonly route: (path: string, methods: Methods, failure?: FailureFace) => void
  readonly answer: (handler: RouteHandler) => (context: Context<Bindings>) => Response
}

export function createRouter(gateway: Gateway): Router {
  const app = new Hono<Bindings>()
  return { app, serve, route, answer }

  function serve<C extends Contract>(contract: C, handler: Handler<C>): void {
    // An id may hold slashes, plain or encoded.
    const path = contract.path.replace(/\{(\w+)\}$/, ':$1{.+}')
    route(path, { [contract.method]: endpoint(gateway, contract, handler) }, contract.failure)
  }

  // One handler per path: a second one that matches would make Hono compose them for each request.
  function route(path: string, methods: Methods, failure?: FailureFace): void {
    app.all(path, answer(byMethod(methods, gateway.cors, failure)))
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
