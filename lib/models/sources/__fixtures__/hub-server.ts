import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HubRequest {
  readonly path: string
  readonly range: string | undefined
  readonly authorization: string | undefined
}

export interface HubServer extends AsyncDisposable {
  readonly origin: string
  readonly requests: HubRequest[]
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server on loopback that sends the nth response to the nth request, and the last one from then on. */
export async function startHubServer(...answers: readonly Answer[]): Promise<HubServer> {
  const requests: HubRequest[] = []
  const server = createServer((request, response) => {
    const { range, authorization } = request.headers
    requests.push({ path: request.url ?? '', range, authorization })
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Responds like the hub: the whole file, or the requested range. */
export function serving(content: Uint8Array): Answer {
  return (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const ranged = request.headers.range !== undefined
    response.writeHead(ranged ? 206 : 200, {
      'content-length': content.length - start,
      ...(ranged && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    })
    response.end(content.subarray(start))
  }
}

/** Promises everything and disconnects. */
export function cutAfter(content: Uint8Array, bytes: number): Answer {
  return (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(start === 0 ? 200 : 206, {
      'content-length': content.length - start,
      'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
    })
    response.write(content.subarray(start, start + bytes), () => setTimeout(() => response.destroy(), 20))
  }
}

export function answering(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, response) => response.writeHead(status, headers).end('no')
}
