/** The console process: Next behind an internal server that accepts only the gateway. */
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import next from 'next'
import { loadConfig } from '#lib/config.ts'
import { internalHeader, isInternal } from '#lib/internal-token.ts'
import { onStopRequest } from '#lib/supervisor/stop-request.ts'

const { internal } = loadConfig()
if (!internal?.consolePort) throw new Error('The supervisor starts the console; use npm start')
const { consolePort, token } = internal
const answersEndAfterMs = 28_000
const upgraded = new Set<Duplex>()

const checkedUpgrades = createServer()
const app = next({
  dev: process.argv.includes('--dev'),
  dir: path.dirname(import.meta.dirname),
  hostname: '127.0.0.1',
  port: consolePort,
  // Next registers its own upgrade handler on the server it gets, which would bypass our check: this server has no
  // other listeners.
  httpServer: checkedUpgrades,
})
await app.prepare()
const pages = app.getRequestHandler()

const server = createServer((request, response) => {
  if (!isFromGateway(request)) return response.writeHead(401).end()
  if (request.url === '/healthz') return response.writeHead(200).end('ok')
  return void pages(request, response).catch(error => response.destroy(error))
})
server.on('upgrade', (request, socket, head) => {
  if (!isFromGateway(request)) return socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n')
  upgraded.add(socket)
  socket.once('close', () => upgraded.delete(socket))
  return checkedUpgrades.emit('upgrade', request, socket, head) || socket.destroy()
})
// The gateway keeps connections open; closing one would fail a request in flight.
server.keepAliveTimeout = 75_000
server.requestTimeout = 0
server.listen(consolePort, '127.0.0.1')

// Responses in progress may finish: run streams pass through here while the gateway drains.
onStopRequest(() => {
  server.close(() => process.exit(0))
  for (const socket of upgraded) socket.destroy()
  setInterval(() => server.closeIdleConnections(), 200)
  setTimeout(() => process.exit(0), answersEndAfterMs)
})

function isFromGateway(request: IncomingMessage): boolean {
  const given = request.headers[internalHeader]
  // No page or route handler needs it, and code that does not have it cannot print it.
  delete request.headers[internalHeader]
  return isInternal(given, token)
}
