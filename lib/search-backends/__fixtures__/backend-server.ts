import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

export type BackendReply =
  | { readonly kind?: 'answer'; readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  /** No response, not even headers. */
  | { readonly kind: 'hang' }
  /** The connection closes mid-response. */
  | { readonly kind: 'cut' }

export interface BackendServer extends AsyncDisposable {
  readonly origin: string
  readonly asked: readonly AskedRequest[]
  /** Resolves when the next request has arrived. */
  next(): Promise<void>
}

/** A search backend on loopback that sends these replies, then repeats the last one. */
export async function startBackend(...replies: readonly BackendReply[]): Promise<BackendServer> {
  const asked: AskedRequest[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://backend')
      const text = Buffer.concat(parts).toString()
      asked.push({
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      })
      for (const resolve of waiting.splice(0)) resolve()
      const reply = replies[asked.length - 1] ?? replies.at(-1)
      if (reply !== undefined) play(reply, response)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    next: () => new Promise(resolve => void waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A URL without a server. */
export async function closedAddress(): Promise<string> {
  await using server = await startBackend()
  return server.origin
}

function play(reply: BackendReply, response: ServerResponse): void {
  if (reply.kind === 'hang') return
  if (reply.kind === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"results":', () => response.destroy())
    return
  }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(text)
}

/** A payload of this folder as a reply. */
export function recorded(name: string): BackendReply {
  return { body: readFileSync(new URL(name, import.meta.url), 'utf8') }
}
