import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline, type Duplex } from 'node:stream'
import { Agent, type buildConnector } from 'undici'
import { createAddressGuard } from '#lib/web/fetch/address-guard.ts'
import { AddressRefusal } from '#lib/web/fetch/address-refusal.ts'
import { guardedConnect } from '#lib/web/fetch/guarded-connect.ts'
import { readPublicUrl, type UrlRules } from '#lib/web/fetch/public-url.ts'
import type { SafeFetchSettings } from '#lib/web/fetch/safe-fetch.ts'

const connectMs = 5000
const silenceMs = 10_000
const bytesMax = 50 * 1024 * 1024
const connectionsMax = 64
const hopHeaders = /^(?:proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/** A forward proxy on loopback for one browser visit: its requests pass the address guard. */
export interface GuardedProxy extends AsyncDisposable {
  readonly address: string
  /** Why this URL is rejected before connecting; null: it is not. */
  findRefusal(address: string): AddressRefusal | null
  /** The error of a failed connection to this origin. */
  failureOf(origin: string): 'refused' | 'failed' | null
  /** Whether the visit was stopped because it loaded more than 50 MB. */
  readonly exhausted: boolean
}

/**
 * Restricts a browser to public addresses: every request and tunnel is checked on the connection itself.
 * @param onExhausted called once, when more than 50 MB were loaded
 */
export async function startGuardedProxy(
  settings: SafeFetchSettings,
  onExhausted: () => void,
): Promise<GuardedProxy> {
  const guard = createAddressGuard(settings.allowPrivateHosts)
  const rules: UrlRules = {
    guard,
    ...(settings.ownOrigins !== undefined && { ownOrigins: settings.ownOrigins }),
  }
  const connect = guardedConnect(guard, { ...settings.connect, connectMs })
  const agent = new Agent({
    connect,
    pipelining: 1,
    allowH2: false,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  })
  const failures = new Map<string, 'refused' | 'failed'>()
  const sockets = new Set<Duplex>()
  let bytes = 0

  function note(origin: string, error: unknown): void {
    failures.set(origin, isRefusal(error) ? 'refused' : 'failed')
  }

  function count(part: Buffer): void {
    if (bytes > bytesMax) return
    bytes += part.length
    if (bytes <= bytesMax) return
    for (const socket of sockets) socket.destroy()
    onExhausted()
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = incoming.url ?? ''
    try {
      const url = readPublicUrl(target, rules)
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: (incoming.method ?? 'GET') as 'GET',
        headers: Object.fromEntries(
          Object.entries(incoming.headers).filter(([name]) => !hopHeaders.test(name)),
        ),
        body: incoming.headers['content-length'] || incoming.headers['transfer-encoding'] ? incoming : null,
      })
      const headers = Object.entries(answer.headers).filter(([name]) => !hopHeaders.test(name))
      outgoing.writeHead(answer.statusCode, Object.fromEntries(headers))
      answer.body.on('data', count)
      pipeline(answer.body, outgoing, () => undefined)
    } catch (error) {
      note(URL.parse(target)?.origin ?? '', error)
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    }
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex): Promise<void> {
    const origin = `https://${incoming.url ?? ''}`
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    client.on('error', () => client.destroy())
    try {
      const url = readPublicUrl(origin, rules)
      const socket = await openSocket(connect, url)
      socket.setTimeout(silenceMs * 6, () => socket.destroy())
      socket.on('data', count)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      pipeline(socket, client, socket, () => undefined)
    } catch (error) {
      note(URL.parse(origin)?.origin ?? '', error)
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    }
  }

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing))
  server.maxConnections = connectionsMax
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('connect', (incoming, client) => void tunnel(incoming, client))
  // An unencrypted WebSocket would get a raw connection through the proxy.
  server.on('upgrade', (_, client) => void client.destroy())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    findRefusal(address) {
      try {
        readPublicUrl(address, rules)
        return null
      } catch (error) {
        if (error instanceof AddressRefusal) return error
        throw error
      }
    },
    failureOf: origin => failures.get(origin) ?? null,
    get exhausted() {
      return bytes > bytesMax
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await Promise.all([new Promise<void>(resolve => void server.close(() => resolve())), agent.destroy()])
    },
  }
}

/** A connection without TLS: the browser does TLS end to end. */
function openSocket(connect: buildConnector.connector, url: URL): Promise<Socket> {
  const port = url.port === '' ? '443' : url.port
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    connect({ hostname, host: url.host, protocol: 'http:', port }, (...[error, socket]) => {
      if (error === null) resolve(socket)
      else reject(error)
    })
  })
}

function isRefusal(error: unknown): boolean {
  if (error instanceof AddressRefusal) return true
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}
