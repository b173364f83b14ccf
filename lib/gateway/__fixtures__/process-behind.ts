import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly bytes: number
}

/** A fake console and models process that echoes its requests. */
export function startBehind(): { server: Server; received: Received[] } {
  const received: Received[] = []
  const server = createServer((incoming, outgoing) => {
    let bytes = 0
    incoming.on('data', (part: Buffer) => (bytes += part.length))
    incoming.on('end', () => {
      received.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, bytes })
      if (incoming.url?.startsWith('/_next/static/')) return sendScript(outgoing)
      outgoing.setHeader('set-cookie', ['a=1', 'b=2'])
      outgoing.setHeader('content-type', 'text/plain')
      outgoing.end(`page ${incoming.url}`)
    })
  })
  server.on('upgrade', (incoming: IncomingMessage, socket) => {
    received.push({ method: 'UPGRADE', url: incoming.url, headers: incoming.headers, bytes: 0 })
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n')
    socket.on('data', (part: Buffer) => socket.write(`echo ${part.toString()}`))
    socket.on('error', () => {})
  })
  return { server, received }
}

export const script = 'export const greeting = "hello";\n'.repeat(200)

function sendScript(outgoing: ServerResponse): void {
  outgoing.setHeader('content-type', 'application/javascript; charset=UTF-8')
  outgoing.setHeader('cache-control', 'public, max-age=31536000, immutable')
  outgoing.setHeader('content-length', Buffer.byteLength(script))
  outgoing.end(script)
}
