import type { IncomingMessage } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'
import { clientAddress } from '#lib/gateway/http/client-address.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'

type RequestId = string | number

interface OpenToolCall {
  readonly keyHash: string
  readonly id: RequestId
  readonly sender: string
  readonly context: GatewayContext
}

/** Names the session of a client, which the server does not remember: it only tells clients apart. */
export const sessionHeader = 'mcp-session-id'

/** Tool calls in progress, so that a notification can cancel one. */
export class OpenToolCalls {
  readonly #calls = new Set<OpenToolCall>()
  readonly #trustedProxies: number

  /** @param trustedProxies as `clientAddress` reads it */
  constructor(trustedProxies: number) {
    this.#trustedProxies = trustedProxies
  }

  /** Disposed of when the call ends. */
  open(key: LimitedKey, id: RequestId, context: GatewayContext): Disposable {
    const call = { keyHash: key.hash, id, sender: this.#senderOf(context.outgoing.req), context }
    this.#calls.add(call)
    return { [Symbol.dispose]: () => void this.#calls.delete(call) }
  }

  /**
   * Clients that send no session are known by key, address and program only, and each counts its requests from 0: where
   * two calls match, none is canceled.
   */
  cancel(key: LimitedKey, incoming: IncomingMessage, id: RequestId): void {
    const sender = this.#senderOf(incoming)
    const found = [...this.#calls].filter(
      call => call.keyHash === key.hash && call.id === id && call.sender === sender,
    )
    const [only, ...others] = found
    if (only === undefined || others.length > 0) return
    only.context.abort(new ApiError('client_closed', 'The client canceled the call.'))
  }

  #senderOf(incoming: IncomingMessage): string {
    const { headers } = incoming
    const address = clientAddress(incoming, this.#trustedProxies)
    return JSON.stringify([address, headers['user-agent'], headers[sessionHeader]])
  }
}
