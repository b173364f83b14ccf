/**
 * The minimum cost of a request in Node, as a baseline of `bench gateway`: `node:http` in, undici out,
 * nothing parsed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'undici'

const [upstreamPort = '', port = ''] = process.argv.slice(2)
const pool = new Pool(`http://127.0.0.1:${upstreamPort}`, {
  pipelining: 1,
  headersTimeout: 0,
  bodyTimeout: 0,
})

createServer((incoming, outgoing) => {
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.on('end', () => forward(incoming, Buffer.concat(parts), outgoing))
}).listen(Number(port), '127.0.0.1')

function forward(
  { method = 'GET', url = '/' }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): void {
  pool.dispatch(
    {
      method,
      path: url,
      headers: { 'content-type': 'application/json' },
      body: body.length > 0 ? body : null,
    },
    {
      onRequestStart() {},
      onResponseStart: (_, status, headers) => {
        const kept = ['content-type', 'content-length'].flatMap(name => {
          const value = headers[name]
          return typeof value === 'string' ? [name, value] : []
        })
        outgoing.writeHead(status, kept)
      },
      onResponseData: (_, bytes) => void outgoing.write(bytes),
      onResponseEnd: () => void outgoing.end(),
      onResponseError: () => void outgoing.destroy(),
    },
  )
}
