import type { ServerResponse } from 'node:http'
import { createMcpHandler, type McpHttpHandler, Server } from '@modelcontextprotocol/server'
import { ApiError } from '#lib/errors.ts'
import { isActive } from '#lib/gateway/auth/authenticate.ts'
import type { KeyCache } from '#lib/gateway/auth/key-cache.ts'
import type { Log } from '#lib/gateway/log.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'

const perKeyMax = 4
const allMax = 1000
const retryAfterMs = 60_000

interface McpListenersDeps {
  readonly keys: KeyCache
  readonly log: Log
  readonly keepAliveMs: number
  readonly version: string
}

interface KeyListeners {
  readonly handler: McpHttpHandler
  /** Of the key, when its clients last heard of its tools. */
  scopes: string
  open: number
}

/**
 * Clients that wait for other tools (`subscriptions/listen`). Some open such a stream at once and keep it, so it is no
 * request in progress: it has no row and no slot, and a shutdown does not wait for it.
 */
export class McpListeners {
  readonly #deps: McpListenersDeps
  readonly #byKey = new Map<string, KeyListeners>()
  #open = 0

  constructor(deps: McpListenersDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `rate_limit_exceeded`, `client_closed` */
  async serve(
    key: LimitedKey,
    request: Request,
    { parsedBody, outgoing }: { readonly parsedBody: unknown; readonly outgoing: ServerResponse },
  ): Promise<Response> {
    // Its close event is over, so nothing would free the slot.
    if (outgoing.destroyed) throw new ApiError('client_closed', 'The client disconnected.')
    if (this.#open >= allMax) throw allTaken()
    const listeners = this.#listenersOf(key)
    if (listeners.open >= perKeyMax) throw keyTaken()
    this.#open++
    listeners.open++
    outgoing.once('close', () => {
      this.#open--
      listeners.open--
      if (listeners.open === 0 && this.#byKey.get(key.hash) === listeners) this.#byKey.delete(key.hash)
    })
    return await listeners.handler.fetch(request, { parsedBody })
  }

  keysChanged(): void {
    for (const [hash, listeners] of this.#byKey) {
      this.#check(hash, listeners).catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'could not check the keys of MCP clients'),
      )
    }
  }

  close(): void {
    for (const hash of this.#byKey.keys()) this.#end(hash)
  }

  #listenersOf(key: LimitedKey): KeyListeners {
    const known = this.#byKey.get(key.hash)
    if (known !== undefined) return known
    const { keepAliveMs, version, log } = this.#deps
    const handler = createMcpHandler(
      () => new Server({ name: 'sextant', version }, { capabilities: { tools: { listChanged: true } } }),
      {
        maxSubscriptions: perKeyMax,
        keepAliveMs,
        onerror: error => log.debug({ err: error }, 'MCP listener refused'),
      },
    )
    const listeners = { handler, scopes: String(key.scopes), open: 0 }
    this.#byKey.set(key.hash, listeners)
    return listeners
  }

  async #check(hash: string, listeners: KeyListeners): Promise<void> {
    const key = await this.#deps.keys.find(hash)
    if (key === null || !isActive(key, Date.now())) return this.#end(hash)
    const scopes = String(key.scopes)
    if (scopes === listeners.scopes) return
    listeners.scopes = scopes
    listeners.handler.notify.toolsChanged()
  }

  #end(hash: string): void {
    const listeners = this.#byKey.get(hash)
    this.#byKey.delete(hash)
    listeners?.handler
      .close()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'MCP close failed'))
  }
}

function keyTaken(): ApiError {
  const message = `${perKeyMax} MCP clients of this key are already listening, which is the limit. Close one of them.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs })
}

function allTaken(): ApiError {
  const message = `${allMax} MCP clients are already listening, which is the limit. Try again in a minute.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs })
}
