import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStream, Handler, StreamItem } from '#lib/capabilities/handler.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { Contract, ErrorFormat } from '#lib/contracts/core/contract.ts'
import { type ApiError, toApiError } from '#lib/errors.ts'
import { authenticate, authenticateEither, requireScope } from '#lib/gateway/auth/authenticate.ts'
import { GatewayContext } from '#lib/gateway/context/request-context.ts'
import { toFailureBody } from './failure-body.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { cutWhenUnread } from './unread-answer.ts'
import { logUnexpected } from '#lib/gateway/log.ts'
import { EventWriter } from './event-writer.ts'
import { httpFormatOf } from './http-formats.ts'
import { checkInput, readForwardedBytes, readRaw } from './request-body.ts'
import { sendError, sendJsonText, sendWritten } from './send.ts'

/** Answers one request on Node's own objects: no `Response` or web stream is created for it. */
export type RouteHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  params: Readonly<Record<string, string>>,
) => Promise<void>

/**
 * Binds a contract to HTTP. The order of its checks is part of the API: key, scope, request limit, content type and
 * size, JSON, validation, then the capability. The body of an unauthenticated request is never parsed.
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
 * Binds a path whose body selects the operation; `contract` is that of the path.
 * @param choose throws ApiError for a body that selects none
 */
export function dispatch(
  gateway: Gateway,
  contract: Contract,
  choose: (body: unknown) => Operation,
): RouteHandler {
  return route(gateway, contract, choose)
}

function route(gateway: Gateway, contract: Contract, choose: (body: unknown) => Operation): RouteHandler {
  const format = httpFormatOf(contract)
  const getsBytes = format.forwardsBytes && contract.encoding !== 'none'
  return async (incoming, outgoing, params) => {
    const context = new GatewayContext(gateway, contract.id, outgoing)
    let { failure } = contract
    context.apiFormat = contract.apiFormat ?? null
    await answerRequest({ gateway, context, incoming, outgoing, failure: () => failure }, async () => {
      await authorize(gateway, context, contract, incoming)
      const raw = getsBytes
        ? await readForwardedBytes({ incoming, outgoing }, context.capture)
        : await readRaw(contract, { incoming, outgoing }, params, context.capture)
      const operation = choose(raw)
      failure = operation.failure
      const answer = operation.run(raw, context)
      if (isStream(answer)) {
        context.stream = true
        const learning = context.budget.learn()
        if (learning !== null) await learning
        const writer = new EventWriter(context, gateway.timers.keepAliveMs, format.events)
        await sendEvents(context, answer, writer, error => toFailureBody(failure, error, context.id))
      } else {
        const body = await answer
        if (context.journaled !== null) await context.journaled
        context.trace.first()
        const learning = context.settleBudget()
        if (learning !== null) await learning
        sendBody(context, body)
      }
    })
  }
}

export interface RequestAnswer {
  readonly gateway: Gateway
  readonly context: GatewayContext
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** The error format of this request, if known yet. */
  readonly failure: () => ErrorFormat | undefined
}

/** Runs `work`, which sends the response, and ends the request. If it throws, the error is sent instead. */
export async function answerRequest(
  { gateway, context, incoming, outgoing, failure }: RequestAnswer,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    cutWhenUnread(outgoing, gateway.timers.keepAliveMs)
    context.end(200, null)
  } catch (thrown) {
    const error = toRequestError(thrown, context, gateway)
    if (!outgoing.headersSent && !outgoing.destroyed) {
      const body = toFailureBody(failure(), error, context.id)
      await context.settleBudget()
      if (outgoing.headersSent || outgoing.destroyed) return context.end(error.status, error)
      context.capture?.answer([Buffer.from(JSON.stringify(body))])
      sendError(incoming, outgoing, error, context.headers(), body)
    }
    context.end(error.status, error)
  }
}

// The abort reason is more informative than the error after it.
function toRequestError(thrown: unknown, context: GatewayContext, gateway: Gateway): ApiError {
  if (context.signal.aborted) return toApiError(context.signal.reason)
  const error = toApiError(thrown)
  logUnexpected(gateway.log, context, { error, thrown })
  return error
}

/** Authenticates a request and applies the limits of its key. */
export async function authorize(
  gateway: Gateway,
  context: GatewayContext,
  contract: Contract,
  incoming: IncomingMessage,
): Promise<void> {
  const found = httpFormatOf(contract).readsApiKeyHeader
    ? authenticateEither(incoming.headers, gateway.keys)
    : authenticate(incoming.headers.authorization, gateway.keys)
  const key = found instanceof Promise ? await found : found
  const isHousekeeping = contract.isListing === true && key.kind === 'playground'
  context.authenticated(key, contract.scope !== null && !isHousekeeping)
  if (contract.scope === null) return
  requireScope(key, contract.scope)
  const taken = context.limits.take(key, contract.isUnlimitedInParallel !== true)
  if (taken !== null) await taken
}

/** A capability with its contract, for unvalidated input. */
export interface Operation {
  readonly failure: ErrorFormat | undefined
  /** @throws ApiError with the code and path of the first validation error, before any work */
  run(raw: unknown, context: GatewayContext): Promise<unknown> | EventStream<unknown>
}

export function toOperation<C extends Contract>(contract: C, handler: Handler<C>): Operation {
  return {
    failure: contract.failure,
    run(raw, context) {
      // Before validation: the row of invalid input also has its model.
      context.model = readModel(raw)
      const input = checkInput(contract, raw)
      return handler(input, context)
    },
  }
}

function readModel(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('model' in input)) return null
  return typeof input.model === 'string' ? input.model : null
}

function isStream(answer: Promise<unknown> | EventStream<unknown>): answer is EventStream<unknown> {
  return Symbol.asyncIterator in answer
}

function sendBody(context: GatewayContext, body: unknown): void {
  if (body instanceof WrittenJson) {
    context.capture?.answer(body.parts)
    return sendWritten(context.outgoing, body, context.headers())
  }
  const text = JSON.stringify(body)
  context.capture?.answer([Buffer.from(text)])
  sendJsonText(context.outgoing, 200, text, context.headers())
}

/**
 * Sends a capability's events as they come. A failure before the headers are out is thrown for a plain answer; after
 * it, it is the stream's last event, without `[DONE]`, and thrown for the row.
 */
async function sendEvents<E>(
  context: GatewayContext,
  events: EventStream<E>,
  writer: EventWriter,
  toBody: (error: ApiError) => object,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await iterator.next()
      // An abort unnoticed by the capability must not look like a complete response.
      context.signal.throwIfAborted()
      if (next.done) break
      if (next.value.kind === 'waiting') {
        context.trace.waits(next.value.note)
        writer.waiting(next.value.note)
        continue
      }
      context.trace.first()
      const drained = write(next.value, writer)
      if (drained) await drained
    }
    if (context.journaled !== null) await context.journaled
    writer.done()
  } catch (thrown) {
    const error = toApiError(context.signal.aborted ? context.signal.reason : thrown)
    // The capability cleans up and reports its final usage before the row is written.
    await iterator.return?.()
    const last = events.failed?.(error) ?? []
    if (last.length > 0) writer.failWith(last)
    else writer.fail(toBody(error))
    throw thrown
  }
}

function write<E>(
  item: Exclude<StreamItem<E>, { kind: 'waiting' }>,
  writer: EventWriter,
): Promise<void> | null {
  switch (item.kind) {
    case 'events':
      return writer.events(item.events)
    case 'bytes':
      return writer.bytes(item.bytes)
    case 'written':
      return writer.written(item.parts)
  }
}
