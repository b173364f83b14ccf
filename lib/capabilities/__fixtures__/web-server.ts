import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WebPage = (request: IncomingMessage, response: ServerResponse) => void

export interface WebServer extends AsyncDisposable {
  readonly host: string
  readonly origin: string
  /** Requests in order of arrival. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
}

/** A website on loopback; HTML unless a page says otherwise. */
export async function startWebServer(
  pages: Readonly<Record<string, string | WebPage>>,
  otherwise: WebPage = notFound,
): Promise<WebServer> {
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push({ path, headers: request.headers })
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (typeof page === 'function') return page(request, response)
    if (page === undefined) return otherwise(request, response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function notFound(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title><p>Nothing is here.</p>')
}

/** Bytes with a content type. */
export function typed(contentType: string | null, body: string | Buffer, status = 200): WebPage {
  return (_, response) => {
    response.writeHead(status, contentType === null ? {} : { 'content-type': contentType }).end(body)
  }
}
