import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStream, Handler } from '#lib/capabilities/handler.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { answerCall } from './answer-call.ts'
import { authenticate, requireScope } from '#lib/gateway/auth/authenticate.ts'
import { toFailureBody } from '#lib/gateway/failure-body.ts'
import { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { type Operation, toOperation } from './operation.ts'
import { readRaw } from './read-input.ts'
import { sendJsonText, sendWritten } from './send.ts'
import type { Timers } from '#lib/config.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import { takeAnswerRoom } from '#lib/gateway/answer-room.ts'
import { unreadMsMax } from '#lib/gateway/unread-answer.ts'

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
    const context = new GatewayContext(gateway, contract.id, outgoing)
    let { failure } = contract
    await answerCall({ gateway, context, incoming, outgoing, failure: () => failure }, async () => {
      await authorise(gateway, context, contract, incoming)
      const raw = await readRaw(contract, incoming, params, context.capture)
      const operation = choose(raw)
      failure = operation.failure
      const answer = operation.run(raw, context)
      if (isStream(answer)) {
        context.stream = true
        await sendEvents(context, answer, gateway.timers, error => toFailureBody(failure, error))
      } else {
        const body = await answer
        context.trace.first()
        if (body instanceof WrittenJson) {
          context.capture?.answer(body.parts)
          sendWritten(outgoing, body, context.headers())
          return
        }
        const text = JSON.stringify(body)
        context.capture?.answer([Buffer.from(text)])
        sendJsonText(outgoing, 200, text, context.headers())
      }
    })
  }
}

/** Finds the key of a call and takes its share of the key's limits. */
export async function authorise(
  gateway: Gateway,
  context: GatewayContext,
  contract: Contract,
  incoming: IncomingMessage,
): Promise<void> {
  const found = authenticate(incoming.headers.authorization, gateway.keys)
  const key = found instanceof Promise ? await found : found
  context.authenticated(key, contract.scope !== null)
  if (contract.scope === null) return
  requireScope(key, contract.scope)
  context.limits.take(key)
}

function isStream(answer: Promise<unknown> | EventStream<unknown>): answer is EventStream<unknown> {
  return Symbol.asyncIterator in answer
}

/**
 * Sends a capability's events as they come. A failure before the headers are out is thrown for a plain answer; after
 * it, it is the stream's last event, without `[DONE]`, and thrown for the row.
 */
async function sendEvents<E>(
  context: GatewayContext,
  events: EventStream<E>,
  timers: Timers,
  toBody: (error: ApiError) => object,
): Promise<void> {
  const writer = new EventWriter(context, timers.keepAliveMs)
  const iterator = events[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await iterator.next()
      // An abort that the capability did not notice must not end like a complete answer.
      context.signal.throwIfAborted()
      if (next.done) break
      if (next.value.kind === 'waiting') {
        writer.waiting(next.value.note)
        continue
      }
      context.trace.first()
      const drained =
        next.value.kind === 'written' ? writer.written(next.value.parts) : writer.events(next.value.events)
      if (drained) await drained
    }
    writer.done()
  } catch (thrown) {
    const error = toApiError(context.signal.aborted ? context.signal.reason : thrown)
    // The capability's own clean-up, its last figures included, comes before the row.
    await iterator.return?.()
    writer.fail(toBody(error))
    throw thrown
  }
}

const streamHeaders = [
  'content-type',
  'text/event-stream; charset=utf-8',
  'cache-control',
  'no-cache, no-transform',
  'x-accel-buffering',
  'no',
]

/** Writes server-sent events to a response, and a comment whenever it was silent for too long. */
class EventWriter {
  readonly #context: GatewayContext
  readonly #outgoing: ServerResponse
  readonly #keepAliveMs: number
  #silence: NodeJS.Timeout
  #note = 'keep-alive'
  #blocked = false

  constructor(context: GatewayContext, keepAliveMs: number) {
    this.#context = context
    this.#outgoing = context.outgoing
    this.#keepAliveMs = keepAliveMs
    // A plain error status stays possible a little longer than one silence.
    this.#silence = setTimeout(() => this.#breakSilence(), keepAliveMs * 1.5)
  }

  /** @returns a promise when the client does not read as fast as we write; wait for it before the next events */
  events(events: readonly unknown[]): Promise<void> | null {
    let text = ''
    for (const event of events) text += `data: ${JSON.stringify(event)}\n\n`
    this.#note = 'keep-alive'
    if (this.#write(text)) return null
    return this.#drained()
  }

  /**
   * The same with one event that is JSON already.
   * @throws ApiError `rate_limit_exceeded` when too much is being sent already
   */
  written(parts: readonly Uint8Array[]): Promise<void> | null {
    const sizeBytes = parts.reduce((sum, part) => sum + part.length, 0)
    takeAnswerRoom(this.#outgoing, sizeBytes)
    this.#note = 'keep-alive'
    this.#write('data: ')
    for (const part of parts) {
      this.#context.capture?.eventPart(part)
      this.#outgoing.write(part)
    }
    if (this.#write('\n\n')) return null
    return this.#drained()
  }

  /** What the call waits for, sent in the place of `keep-alive`, and at once where the client already listens. */
  waiting(note: string): void {
    const changed = note !== this.#note
    this.#note = note
    if (changed && this.#outgoing.headersSent) this.#write(`: ${note}\n\n`)
  }

  done(): void {
    clearTimeout(this.#silence)
    this.#head()
    this.#end('data: [DONE]\n\n')
  }

  /** The last event of a stream that failed; nothing when a plain error can still be sent. */
  fail(body: object): void {
    clearTimeout(this.#silence)
    if (!this.#outgoing.headersSent || this.#outgoing.destroyed) return
    this.#end(`data: ${JSON.stringify(body)}\n\n`)
  }

  #end(text: string): void {
    this.#context.capture?.event(text)
    this.#outgoing.end(text)
  }

  #write(text: string): boolean {
    this.#head()
    this.#silence.refresh()
    this.#context.capture?.event(text)
    return this.#outgoing.write(text)
  }

  #head(): void {
    if (this.#outgoing.headersSent) return
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#breakSilence(), this.#keepAliveMs)
    this.#outgoing.writeHead(200, [...this.#context.headers(), ...streamHeaders])
  }

  #breakSilence(): void {
    if (this.#outgoing.destroyed) return
    if (this.#blocked) return void this.#silence.refresh()
    this.#write(`: ${this.#note}\n\n`)
  }

  #drained(): Promise<void> {
    const { signal } = this.#context
    const blockedMsMax = unreadMsMax(this.#keepAliveMs)
    this.#blocked = true
    return new Promise<void>((resolve, reject) => {
      const cut = setTimeout(() => {
        this.#context.abort(
          new ApiError('client_closed', `The client read nothing for ${blockedMsMax / 1000} s.`),
        )
        this.#outgoing.destroy()
      }, blockedMsMax)
      const settle = (): void => {
        clearTimeout(cut)
        this.#outgoing.off('drain', settle)
        signal.removeEventListener('abort', settle)
        this.#blocked = false
        if (signal.aborted) reject(signal.reason as Error)
        else resolve()
      }
      this.#outgoing.on('drain', settle)
      signal.addEventListener('abort', settle)
    })
  }
}
