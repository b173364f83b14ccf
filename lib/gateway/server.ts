import { createServer, type Server } from 'node:http'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ConsoleProxy } from './console-proxy.ts'

/** The public server: Node's own, with limits for clients that are slow or idle. */
export function createGatewayServer(
  app: Hono<{ Bindings: HttpBindings }>,
  console: ConsoleProxy | null,
): Server {
  const listener = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    // Answers are written past the adapter, which would otherwise drain bodies that are still being read.
    autoCleanupIncoming: false,
  })
  const server = createServer(
    {
      // Longer than a load balancer keeps its side, which would otherwise write into a socket that we close.
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      // A body's own limit is how long it may be silent; a large one over a slow line is fine.
      requestTimeout: 0,
      noDelay: true,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  )
  server.on('upgrade', (incoming, socket, head) => {
    if (console) console.upgrade(incoming, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })
  return server
}
