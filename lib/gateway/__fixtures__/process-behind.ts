import { createServer, type IncomingMessage, type Server } from 'node:http'

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
