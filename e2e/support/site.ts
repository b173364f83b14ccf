/**
 * A small real website on loopback, about tides: some forty pages in folders, a sitemap index with a gzipped
 * file, robots rules, a redirect, a page in Shift_JIS, a large one and a hostile one. Any page can be held or
 * truncated.
 *
 * @example
 *   test('Stop keeps the links', async ({ page, site }) => {
 *     using held = site.hold('/guides/knots')
 *     … await held.asked … press Stop …
 *   })
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SitePage } from './site-page.ts'
import { sitePages } from './site-pages.ts'
import { siteSitemaps } from './site-sitemaps.ts'

/** Requests for the page wait until it is released. */
export interface PathPause extends Disposable {
  /** Resolves when a request for the page is waiting. */
  readonly asked: Promise<void>
  release(): void
}

export interface LocalSite extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash. */
  readonly origin: string
  readonly host: string
  /** Requested paths with query, in order. */
  readonly asked: readonly string[]
  /** Holds all requests for this path. */
  hold(path: string): PathPause
  /** Closes every connection that requests this path, or any path if none is given. */
  breakOff(path?: string): Disposable
  /** Overrides the response of this path. */
  replace(path: string, page: SitePage): Disposable
}

type Act = (response: ServerResponse, answer: () => void) => void

export async function startSite(): Promise<LocalSite> {
  const asked: string[] = []
  const acts = new Map<string, Act>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const act = acts.get(anyPath) ?? acts.get(path)
    const answer = () => send(response, pages.get(path))
    if (act === undefined) answer()
    else act(response, answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  const pages = new Map([...sitePages(), ...siteSitemaps(origin)])

  const put = (path: string, act: Act): Disposable => {
    acts.set(path, act)
    return { [Symbol.dispose]: () => void acts.delete(path) }
  }
  return {
    origin,
    host,
    asked,
    hold(path) {
      const someone = Promise.withResolvers<void>()
      const waiting = new Set<() => void>()
      put(path, (_, answer) => {
        waiting.add(answer)
        someone.resolve()
      })
      const release = () => {
        acts.delete(path)
        for (const answer of waiting) answer()
        waiting.clear()
      }
      return { asked: someone.promise, release, [Symbol.dispose]: release }
    },
    breakOff: (path = anyPath) => put(path, response => void response.socket?.destroy()),
    replace: (path, page) => put(path, response => send(response, page)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const anyPath = '*'

function send(response: ServerResponse, page: SitePage | undefined): void {
  const { status = 200, headers, body } = page ?? { status: 404, body: '<h1>There is no such page.</h1>' }
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}
