import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStream, Handler } from '#lib/capabilities/call.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { Contract } from '#lib/contracts/contract.ts'
import { answerCall } from './answer-call.ts'
import { authenticate, requireScope } from './authenticate.ts'
import { sendEvents } from './event-stream.ts'
import { toFailureBody } from './failure-body.ts'
import { GatewayCall } from './gateway-call.ts'
import type { Gateway } from './gateway.ts'
import { type Operation, toOperation } from './operation.ts'
import { readRaw } from './read-input.ts'
import { sendJsonText, sendWritten } from './send.ts'

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
    await answerCall({ gateway, call, incoming, outgoing, failure: () => failure }, async () => {
      await authorise(gateway, call, contract, incoming)
      const raw = await readRaw(contract, incoming, params, call.capture)
      const operation = choose(raw)
      failure = operation.failure
      const answer = operation.run(raw, call)
      if (isStream(answer)) {
        call.stream = true
        await sendEvents(call, answer, gateway.timers, error => toFailureBody(failure, error))
      } else {
        const body = await answer
        call.first()
        if (body instanceof WrittenJson) {
          call.capture?.answer(body.parts)
          sendWritten(outgoing, body, call.headers())
          return
        }
        const text = JSON.stringify(body)
        call.capture?.answer([Buffer.from(text)])
        sendJsonText(outgoing, 200, text, call.headers())
      }
    })
  }
}

/** Finds the key of a call and takes its share of the key's limits. */
export async function authorise(
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
