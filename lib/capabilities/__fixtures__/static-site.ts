import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { NginxSite } from './nginx-site.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  txt: 'text/plain',
  xml: 'application/xml',
  gz: 'application/octet-stream',
  pdf: 'application/pdf',
}

/**
 * Replaces nginx if it is not installed: the same files with folders, compressed bodies, `/moved` and 404.
 */
export async function startStaticSite(
  files: (origin: string) => Readonly<Record<string, string | Buffer>>,
): Promise<NginxSite> {
  let table: Readonly<Record<string, string | Buffer>> = {}
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1)
    if (path === 'moved') return response.writeHead(308, { location: '/docs/' }).end()
    if (`${path}/index.html` in table) return response.writeHead(301, { location: `/${path}/` }).end()
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    const content = Object.hasOwn(table, name) ? table[name] : undefined
    if (content === undefined)
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404 Not Found</h1>')
    send(response, types[name.split('.').at(-1) ?? ''] ?? 'text/plain', content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  table = files(`http://${host}`)
  return {
    host,
    origin: `http://${host}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, type: string, content: string | Buffer): void {
  const headers = { 'content-type': type }
  if (type === 'application/octet-stream') return void response.writeHead(200, headers).end(content)
  response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(content))
}
