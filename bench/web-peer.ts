/**
 * `node web-peer.ts http|cheerio|sitemapper ORIGIN`: one peer over the site, in its own process; prints
 * results and timings as JSON. Storage is in memory, logging is off, and concurrency equals ours.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { peerFolder } from './install-peers.ts'

interface CrawlContext {
  readonly request: { readonly loadedUrl: string }
  readonly body: string | Buffer
  readonly crawler: Crawler
  readonly enqueueLinks?: () => Promise<unknown>
}

interface Crawler {
  run(urls: readonly string[]): Promise<unknown>
  addRequests(urls: readonly string[]): Promise<unknown>
}

type CrawlerClass = new (
  options: Readonly<Record<string, unknown>> & { requestHandler(context: CrawlContext): Promise<void> },
  configuration: unknown,
) => Crawler

const parallel = 8
const [kind = '', origin = ''] = process.argv.slice(2)
const href = /<a[^>]+href="([^"]+)"/g

const works: Readonly<Record<string, () => Promise<number>>> = {
  http: () => crawl('@crawlee/http', 'HttpCrawler'),
  cheerio: () => crawl('@crawlee/cheerio', 'CheerioCrawler'),
  sitemapper: readSitemap,
}

const work = works[kind]
if (work === undefined) throw new Error(`unknown peer "${kind}"`)
// Load time is not measured.
const load = await prepare()
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
let rssMegabytes = 0
const watch = setInterval(
  () => (rssMegabytes = Math.max(rssMegabytes, process.memoryUsage().rss / 2 ** 20)),
  50,
)
const found = await work()
await sleep(60)
clearInterval(watch)
const { user, system } = process.cpuUsage(cpuBefore)
const ms = performance.now() - startedAt
process.stdout.write(JSON.stringify({ found, ms, cpuMs: (user + system) / 1000, rssMegabytes }))

async function prepare(): Promise<Readonly<Record<string, unknown>>> {
  const entries: Readonly<Record<string, readonly [string, string]>> = {
    http: ['@crawlee/http', 'index.mjs'],
    cheerio: ['@crawlee/cheerio', 'index.mjs'],
    sitemapper: ['sitemapper', 'lib/assets/sitemapper.js'],
  }
  const [name, file] = entries[kind] ?? ['', '']
  return (await import(pathToFileURL(join(peerFolder(name), file)).href)) as Record<string, unknown>
}

async function crawl(_name: string, className: string): Promise<number> {
  const Crawlers = load[className] as CrawlerClass
  const Configuration = load['Configuration'] as new (options: object) => unknown
  const log = load['log'] as { setLevel(level: number): void }
  log.setLevel(0)
  let pages = 0
  const crawler = new Crawlers(
    {
      minConcurrency: parallel,
      maxConcurrency: parallel,
      requestHandlerTimeoutSecs: 60,
      async requestHandler({ request, body, crawler: self, enqueueLinks }) {
        pages++
        if (enqueueLinks !== undefined && kind === 'cheerio') return void (await enqueueLinks())
        const links = Array.from(
          String(body).matchAll(href),
          ([, to = '']) => new URL(to, request.loadedUrl).href,
        )
        await self.addRequests([...new Set(links)])
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  )
  await crawler.run([`${origin}/`])
  return pages
}

async function readSitemap(): Promise<number> {
  const Sitemapper = load['default'] as new (options: object) => {
    fetch(): Promise<{ sites: readonly string[] }>
  }
  const { sites } = await new Sitemapper({
    url: `${origin}/sitemap.xml`,
    timeout: 60_000,
    concurrency: 8,
  }).fetch()
  return sites.length
}
