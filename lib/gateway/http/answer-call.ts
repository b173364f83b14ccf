import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FailureFace } from '#lib/contracts/core/contract.ts'
import { type ApiError, toApiError } from '#lib/errors.ts'
import { toFailureBody } from '#lib/gateway/failure-body.ts'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { sendError } from './send.ts'
import { cutWhenUnread } from '#lib/gateway/unread-answer.ts'

export interface CallAnswer {
  readonly gateway: Gateway
  readonly context: GatewayContext
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** How a failure of this call looks, as far as it is known by then. */
  readonly failure: () => FailureFace | undefined
}

/** Does a call's work, which sends its answer, and ends the call: whatever is thrown becomes the answer instead. */
export async function answerCall(
  { gateway, context, incoming, outgoing, failure }: CallAnswer,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    cutWhenUnread(outgoing, gateway.timers.keepAliveMs)
    context.end(200, null)
  } catch (thrown) {
    const error = settle(thrown, context, gateway)
    if (!outgoing.headersSent && !outgoing.destroyed) {
      const body = toFailureBody(failure(), error)
      context.capture?.answer([Buffer.from(JSON.stringify(body))])
      sendError(incoming, outgoing, error, context.headers(), body)
    }
    context.end(error.status, error)
  }
}

// What an engine throws when it is aborted says less than why it was.
function settle(thrown: unknown, context: GatewayContext, gateway: Gateway): ApiError {
  if (context.signal.aborted) return toApiError(context.signal.reason)
  const error = toApiError(thrown)
  if (error.code === 'internal_error') {
    gateway.log.error({ requestId: context.id, route: context.route, err: thrown }, 'unexpected failure')
  }
  return error
}
