import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpTools, type McpToolDeps } from '#lib/capabilities/mcp/create-mcp-tools.ts'
import { mcpFailure } from '#lib/contracts/api/mcp/mcp-failure.ts'
import { type ApiError, toApiError } from '#lib/errors.ts'
import { authenticate } from '#lib/gateway/auth/authenticate.ts'
import { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { toFailureBody } from '#lib/gateway/http/failure-body.ts'
import type { PageSettings } from '#lib/gateway/http/foreign-page.ts'
import { sendError } from '#lib/gateway/http/send.ts'
import { logUnexpected } from '#lib/gateway/log.ts'
import { unreadMsMax } from '#lib/gateway/http/unread-answer.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import { McpListeners } from './mcp-listeners.ts'
import type { McpExchange } from './mcp-exchange.ts'
import { buildServer } from './mcp-server.ts'
import { OpenToolCalls, sessionHeader } from './open-tool-calls.ts'
import { type McpMessage, readMessage } from './read-message.ts'
import { refuseForeignPage } from './refuse-foreign-page.ts'
import { sendResponse } from './send-response.ts'

export interface McpDeps extends McpToolDeps {
  readonly gateway: Gateway
  readonly pages: PageSettings
  readonly version: string
}

export interface Mcp {
  /** Answers `POST /mcp`. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  readonly listeners: McpListeners
}

/**
 * The MCP server: stateless, with a fresh protocol server for each request. The library checks neither origin nor
 * key, so both come first, and the body of an unauthenticated request is never read.
 */
export function createMcp(deps: McpDeps): Mcp {
  const { gateway, pages, version } = deps
  const { keepAliveMs } = gateway.timers
  const tools = createMcpTools(deps)
  const calls = new OpenToolCalls(gateway.trustedProxies)
  const listeners = new McpListeners({ keys: gateway.keys, log: gateway.log, keepAliveMs, version })
  const serverDeps = {
    gateway,
    tools,
    calls,
    library: deps.library,
    version,
    callMsMax: deps.callMsMax,
  }
  return { answer, listeners }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const context = new GatewayContext(gateway, 'mcp', outgoing)
    try {
      refuseForeignPage(incoming.headers, pages)
      const key = await authenticate(incoming.headers.authorization, gateway.keys)
      const message = await readMessage({ incoming, outgoing })
      const { status, error } = await serve(incoming, { context, key, message })
      context.end(status, error)
    } catch (thrown) {
      const error = toApiError(context.signal.aborted ? context.signal.reason : thrown)
      logUnexpected(gateway.log, context, { error, thrown })
      if (!outgoing.headersSent && !outgoing.destroyed) {
        sendError(incoming, outgoing, error, context.headers(), toFailureBody(mcpFailure, error, context.id))
      } else {
        outgoing.destroy()
      }
      context.end(error.status, error)
    }
  }

  async function serve(incoming: IncomingMessage, { context, key, message }: McpCall): Promise<McpOutcome> {
    const { outgoing } = context
    const request = toRequest(incoming, outgoing)
    const { body: parsedBody } = message
    if (message.method === 'subscriptions/listen') {
      context.caller.key = key
      context.route = 'mcp-listen'
      const response = await listeners.serve(key, request, { parsedBody, outgoing })
      await sendResponse(response, context, null)
      return { status: response.status, error: null }
    }
    context.authenticated(key, message.isRecorded)
    context.route = message.route
    context.client = message.client
    context.capture?.request(message.bytes)
    if (message.cancels !== null) calls.cancel(key, incoming, message.cancels)
    const exchange: McpExchange = { context, key, message, query: queryOf(incoming), work: null }
    const handler = createMcpHandler(({ era }) => buildServer(exchange, era, serverDeps), {
      keepAliveMs,
      onerror: error => gateway.log.debug({ requestId: context.id, err: error }, 'MCP request refused'),
    })
    const response = await handler.fetch(request, { parsedBody })
    if (message.method === 'initialize' && response.ok) response.headers.set(sessionHeader, randomUUID())
    await sendResponse(response, context, unreadMsMax(keepAliveMs))
    // A client that left does not end the work before it has noticed.
    const error = (await exchange.work) ?? null
    return { status: error?.status ?? response.status, error }
  }
}

interface McpCall {
  readonly context: GatewayContext
  readonly key: LimitedKey
  readonly message: McpMessage
}

/** For the row and the metrics. The client gets the error of a call as its result. */
interface McpOutcome {
  readonly status: number
  readonly error: ApiError | null
}

/** The request without its body, which is read. Its signal is that of the connection: other aborts are results. */
function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const gone = new AbortController()
  if (outgoing.destroyed) gone.abort()
  outgoing.once('close', () => gone.abort())
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal: gone.signal })
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '')
}
