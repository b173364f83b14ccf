import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStream, Handler } from '#lib/capabilities/call.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { Contract } from '#lib/contracts/contract.ts'
import { type ApiError, toApiError } from '#lib/errors.ts'
import { authenticate, requireScope } from './authenticate.ts'
import { sendEvents } from './event-stream.ts'
import { toFailureBody } from './failure-body.ts'
import { GatewayCall } from './gateway-call.ts'
import type { Gateway } from './gateway.ts'
import { type Operation, toOperation } from './operation.ts'
import { readRaw } from './read-input.ts'
import { sendError, sendJson, sendWritten } from './send.ts'
import { cutWhenUnread } from './unread-answer.ts'

/** Answers one request on Node's own objects: no `Response` or web stream is made for it. */
export type RouteHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  params: Readonly<Record<string, string>>,
) => Promise<void>

/**
 * Binds a contract to HTTP. The order of its checks is part of the API: key, scope, request limit, content type and
 * size, JSON, validation, then the capability. An unauthenticated body is never parsed.
 */
export function endpoint<C extends Contract>(
  gateway: Gateway,
  contract: C,
  handler: Handler<C>,
): RouteHandler {
  const operation = toOperation(contract, handler)
  return route(gateway, contract, () => operation)
}

/**
 * Binds a path whose body says which operation is meant; `contract` is that of the path.
 * @param choose throws ApiError for a body that means none
 */
export function dispatch(
  gateway: Gateway,
  contract: Contract,
  choose: (body: unknown) => Operation,
): RouteHandler {
  return route(gateway, contract, choose)
}

function route(gateway: Gateway, contract: Contract, choose: (body: unknown) => Operation): RouteHandler {
  return async (incoming, outgoing, params) => {
    const call = new GatewayCall(gateway, contract.id, outgoing)
    let { failure } = contract
    try {
      await authorise(gateway, call, contract, incoming)
      const raw = await readRaw(contract, incoming, params)
      const operation = choose(raw)
      failure = operation.failure
      const answer = operation.run(raw, call)
      if (isStream(answer)) {
        call.stream = true
        await sendEvents(call, answer, gateway.timers, error => toFailureBody(failure, error))
      } else {
        const body = await answer
        call.first()
        if (body instanceof WrittenJson) sendWritten(outgoing, body, call.headers())
        else sendJson(outgoing, 200, body, call.headers())
      }
      cutWhenUnread(outgoing, gateway.timers.keepAliveMs)
      call.end(200, null)
    } catch (thrown) {
      const error = settle(thrown, call, gateway)
      if (!outgoing.headersSent && !outgoing.destroyed) {
        sendError(incoming, outgoing, error, call.headers(), toFailureBody(failure, error))
      }
      call.end(error.status, error)
    }
  }
}

async function authorise(
  gateway: Gateway,
  call: GatewayCall,
  contract: Contract,
  incoming: IncomingMessage,
): Promise<void> {
  const key = authenticate(incoming.headers.authorization, gateway.keys)
  call.authenticated(key instanceof Promise ? await key : key, contract.scope !== null)
  if (contract.scope === null) return
  requireScope(call.key, contract.scope)
  call.takeSlot()
}

function isStream(answer: Promise<unknown> | EventStream<unknown>): answer is EventStream<unknown> {
  return Symbol.asyncIterator in answer
}

// What an engine throws when it is aborted says less than why it was.
function settle(thrown: unknown, call: GatewayCall, gateway: Gateway): ApiError {
  if (call.signal.aborted) return toApiError(call.signal.reason)
  const error = toApiError(thrown)
  if (error.code === 'internal_error') {
    gateway.log.error({ requestId: call.id, route: call.route, err: thrown }, 'unexpected failure')
  }
  return error
}
