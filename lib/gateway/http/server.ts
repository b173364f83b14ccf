import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type HttpBindings, getRequestListener, RequestError } from '@hono/node-server'
import type { ConsoleProxy } from './console-proxy.ts'
import { isApiPath } from './unknown-route.ts'
import { ApiError, toErrorBody } from '#lib/errors.ts'
import { requestId } from './request-id.ts'
import type { Routes } from './router.ts'
import { sendError } from './send.ts'

/** The public server: Node's own, with limits for clients that are slow or idle. */
export function createGatewayServer({ app, fixed }: Routes, console: ConsoleProxy | null): Server {
  const listener = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    // HTTP/1.0 need not name a host; health checks of load balancers do not.
    hostname: 'localhost',
    errorHandler: error =>
      error instanceof RequestError ? malformedAddress() : new Response(null, { status: 500 }),
    // Answers are written past the adapter, which would otherwise drain bodies that are still being read.
    autoCleanupIncoming: false,
  })
  const answering = new WeakSet<Duplex>()
  // One function for all responses.
  function endAnswer(this: ServerResponse): void {
    answering.delete(this.req.socket)
  }
  const server = createServer(
    {
      // Longer than the keep-alive of load balancers, which would otherwise write to a closing socket.
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      // Node's check interval; by default slow headers could last up to 50 s.
      connectionsCheckingInterval: 5_000,
      // Bodies have an idle timeout instead, so large ones on slow connections work.
      requestTimeout: 0,
      noDelay: true,
      // Java's client offers HTTP/2 with its first request, whatever it requests: the offer is ignored.
      shouldUpgradeCallback: incoming =>
        console !== null &&
        incoming.headers.upgrade?.toLowerCase() === 'websocket' &&
        !isApiPath(incoming.url ?? '/'),
    },
    (incoming, outgoing) => {
      // A web request cannot have this method, and its answer would repeat the headers, a key among them.
      if (incoming.method === 'TRACE') return refuseTrace(incoming, outgoing)
      answering.add(incoming.socket)
      outgoing.on('close', endAnswer)
      const route = fixed.get(toPath(incoming.url ?? '/'))
      if (route !== undefined && plainHost.test(incoming.headers.host ?? '')) return route(incoming, outgoing)
      void listener(incoming, outgoing)
    },
  )
  server.on('upgrade', (incoming, socket, head) => console?.upgrade(incoming, socket, head))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Bytes in the middle of a response would be read as part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || answering.has(socket)) return void socket.destroy()
    refuseMalformed(socket, error)
  })
  return server
}

// Anything else is for the listener, which rejects invalid ones. HTTP/1.0 need not name a host.
const plainHost = /^[\w.-]*(:\d{1,5})?$/

function toPath(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function refuseTrace(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const error = new ApiError('method_not_allowed', 'TRACE is not supported.')
  sendError(incoming, outgoing, error, requestId())
}

const statuses: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are over 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request headers timed out.'],
}
const malformed = ['400 Bad Request', 'This is not a valid HTTP request.'] as const

/** Sends an error in the default envelope to a client with invalid HTTP, and closes the connection. */
function refuseMalformed(socket: Duplex, error: NodeJS.ErrnoException): void {
  const [status, message] = statuses[error.code ?? ''] ?? malformed
  const body = toBody(message)
  const [name, id] = requestId()
  socket.end(
    `HTTP/1.1 ${status}\r\n${name}: ${id}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** The response to a valid HTTP request with an invalid URL, such as `Host: a/b`. */
function malformedAddress(): Response {
  const [name = '', id = ''] = requestId()
  const headers = { [name]: id, 'content-type': 'application/json; charset=utf-8' }
  return new Response(toBody('The request URL is invalid. Check the Host header.'), {
    status: 400,
    headers,
  })
}

function toBody(message: string): string {
  return JSON.stringify(toErrorBody(new ApiError('invalid_value', message)))
}
