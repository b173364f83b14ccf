import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFindPages } from '#lib/capabilities/web/map.ts'
import { type MapAnswer, mapRequestSchema, mapSchema } from '#lib/contracts/api/map.ts'
import type { MapBudgets } from '#lib/web/crawl/map-budgets.ts'
import { createPoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { createTestContext, type TestContext } from './test-context.ts'

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Response of one path: HTML, XML or text by its content, a complete response, or a function. */
export type TestPage =
  | string
  | Buffer
  | Answer
  | ((request: IncomingMessage, response: ServerResponse) => string | Answer | undefined)

/** By path with query, or by `host/path` where hosts differ. */
export type TestPages = Readonly<Record<string, TestPage>>

export interface TestSiteOptions {
  /** Host names of this server besides 127.0.0.1. */
  readonly hosts?: readonly string[]
  readonly budgets?: Partial<MapBudgets>
}

export interface MapOutcome {
  readonly answer: MapAnswer
  /** The links without this server's origin. */
  readonly paths: readonly string[]
  readonly cuts: readonly string[]
}

export interface TestSite extends AsyncDisposable {
  readonly port: number
  readonly origin: string
  /** Requested paths, in order. */
  readonly asked: string[]
  map(params?: Record<string, unknown>, context?: TestContext): Promise<MapOutcome>
}

/** A website on loopback and a map that may visit it. */
export async function startTestSite(
  pages: TestPages | ((origin: string) => TestPages),
  { hosts = [], budgets = {} }: TestSiteOptions = {},
): Promise<TestSite> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    asked.push(host === '127.0.0.1' ? path : host + path)
    const page = Object.hasOwn(table, host + path) ? table[host + path] : table[path]
    answer(page, path, request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const table = typeof pages === 'function' ? pages(origin) : pages
  const safeFetch = createSafeFetch({
    allowPrivateHosts: [`127.0.0.1:${port}`, ...hosts],
    connect: {
      resolve: (host, callback) =>
        hosts.includes(host)
          ? callback(null, [{ address: '127.0.0.1', family: 4 }])
          : callback(new Error(`ENOTFOUND ${host}`), []),
    },
  })
  const find = createFindPages({ fetch: createPoliteFetch(safeFetch), budgets })
  return {
    port,
    origin,
    asked,
    async map(params = {}, context = createTestContext()) {
      const found = mapSchema.parse(await find(mapRequestSchema.parse({ url: origin, ...params }), context))
      return {
        answer: found,
        paths: found.links.map(link => (link.startsWith(`${origin}/`) ? link.slice(origin.length) : link)),
        cuts: context.cuts.flat(),
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A page with these links. */
export function linking(...hrefs: readonly string[]): string {
  return `<!doctype html><title>t</title><body>${hrefs.map(href => `<a href="${href}">${href}</a>`).join('\n')}`
}

/** The same page after a while. */
export function slowly(delayMs: number, body: string): TestPage {
  return (_, response) => {
    setTimeout(() => response.setHeader('content-type', 'text/html').end(body), delayMs)
    return undefined
  }
}

/** A page built for the requested port, as named hosts need it. */
export function atPort(make: (port: string) => string): TestPage {
  return request => make(request.headers.host?.split(':')[1] ?? '')
}

/** A sitemap of these URLs. */
export function sitemapOf(...locs: readonly string[]): string {
  const urls = locs.map(loc => `<url><loc>${loc}</loc></url>`).join('')
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
}

/** An index of these sitemaps. */
export function indexOf(...locs: readonly string[]): string {
  const sitemaps = locs.map(loc => `<sitemap><loc>${loc}</loc></sitemap>`).join('')
  return `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemaps}</sitemapindex>`
}

function answer(
  page: TestPage | undefined,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const made = typeof page === 'function' ? page(request, response) : (page ?? { status: 404, body: 'nothing' })
  if (made === undefined) return
  const { status = 200, headers = {}, body = '' } =
    typeof made === 'string' || Buffer.isBuffer(made) ? { body: made } : made
  response.writeHead(status, { 'content-type': typeOf(path, body), ...headers }).end(body)
}

function typeOf(path: string, body: string | Buffer): string {
  if (path.includes('.xml')) return 'application/xml'
  return typeof body === 'string' && !body.startsWith('<') ? 'text/plain' : 'text/html; charset=utf-8'
}
