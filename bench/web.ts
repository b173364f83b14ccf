import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { freePort } from './free-port.ts'
import { percentile } from './gateway-load.ts'
import { startUpstream } from './gateway-targets.ts'
import { type Row, toRow } from './row.ts'
import { startProcess } from './start-process.ts'
import { startWebServer, type Taken, takenSchema, type WebServer } from './web-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const pages = 20_000
const peerMs = 600_000
const chats = 500
const articles = 100

/**
 * One site of 20,000 pages: crawled, and mapped from its sitemaps, by Sextant and by peers, one after the
 * other.
 */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const origin = await startSite(resources)
  const upstream = await startUpstream()
  resources.use(upstream.process)
  const server = resources.use(await startWebServer(origin, upstream.port, folder.path))

  const sitemap = complete(await server.map({ sitemapOnly: true }))
  const crawl = complete(await server.map({ ignoreSitemap: true }))
  const scraped = await server.scrape(articles)
  const { ours: extraction, peer: readability } = await compareReaders()
  const chat = await measureChat(server, origin)
  const sitemapper = complete(await runPeer('sitemapper', origin))
  const http = complete(await runPeer('http', origin))
  const cheerio = complete(await runPeer('cheerio', origin))

  const pageCpu = ({ cpuMs, found }: Taken): number => cpuMs / found
  const perSecond = ({ found, ms }: Taken): number => (found / ms) * 1000
  return [
    ...(
      [
        ['Crawlee HttpCrawler', http, Math.min(0.7, pageCpu(http) / 6)],
        ['Crawlee CheerioCrawler', cheerio],
      ] as const
    ).flatMap(([peerName, peer, goal]) => [
      toRow({
        name: 'CPU of a crawled page',
        unit: 'ms',
        ours: pageCpu(crawl),
        peer: pageCpu(peer),
        peerName,
        goal,
      }),
      toRow({
        name: 'crawled pages per second',
        unit: '1/s',
        ours: perSecond(crawl),
        peer: perSecond(peer),
        peerName,
      }),
      toRow({
        name: 'memory while crawling',
        unit: 'MB',
        ours: crawl.rssMegabytes,
        peer: peer.rssMegabytes,
        peerName,
        goal: 300,
      }),
    ]),
    toRow({
      name: 'chat p95 while hostile pages are mapped, compared with idle',
      unit: 'ms',
      ours: chat.busyMs,
      peer: chat.aloneMs,
      peerName: 'alone',
      goal: 2 * chat.aloneMs,
    }),
    toRow({ name: `${pages} pages crawled`, unit: 's', ours: crawl.ms / 1000, goal: 30 }),
    toRow({
      name: 'CPU of converting an article to Markdown',
      unit: 'ms',
      ours: pageCpu(extraction),
      peer: pageCpu(readability),
      peerName: 'Readability + jsdom 31.0.1, text only',
      goal: Math.min(75, pageCpu(readability) / 3),
    }),
    toRow({
      name: 'CPU of one scrape request',
      unit: 'ms',
      ours: pageCpu(scraped),
    }),
    toRow({
      name: 'F1 of its words against the known text',
      unit: '',
      ours: extraction.score,
      peer: readability.score,
      peerName: 'Readability + jsdom 31.0.1',
      goal: readability.score,
      moreIsBetter: true,
    }),
    toRow({
      name: `CPU of ${pages} URLs from an index of gzipped sitemaps`,
      unit: 'ms',
      ours: sitemap.cpuMs,
      peer: sitemapper.cpuMs,
      peerName: 'sitemapper 4.1.6',
    }),
    toRow({
      name: 'memory while reading sitemaps',
      unit: 'MB',
      ours: sitemap.rssMegabytes,
      peer: sitemapper.rssMegabytes,
      peerName: 'sitemapper 4.1.6',
      goal: 300,
    }),
  ]
}

async function startSite(resources: AsyncDisposableStack): Promise<string> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const script = join(import.meta.dirname, 'web-site.ts')
  const ready = async (): Promise<boolean> => (await fetch(`${origin}/robots.txt`)).ok
  resources.use(await startProcess(process.execPath, [script, String(port)], { ready }))
  return origin
}

async function runPeer(kind: string, origin: string): Promise<Taken> {
  const script = join(import.meta.dirname, 'web-peer.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, kind, origin], { timeout: peerMs })
  return takenSchema.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))))
}

/** The 95th percentile of sequential chat responses, alone and while hostile pages are mapped. */
async function measureChat(server: WebServer, origin: string): Promise<{ aloneMs: number; busyMs: number }> {
  const alone: number[] = []
  for (let at = 0; at < chats * 2; at++) alone.push(await server.chat())
  const busy: number[] = []
  const maps = mapHostile(server, origin, () => busy.length >= chats * 2)
  while (busy.length < chats * 2) busy.push(await server.chat())
  await maps
  // The first responses of a process are slower.
  return { aloneMs: percentile(alone.slice(chats), 0.95), busyMs: percentile(busy, 0.95) }
}

async function mapHostile(server: WebServer, origin: string, over: () => boolean): Promise<void> {
  while (!over()) await server.map({ url: `${origin}/hostile`, ignoreSitemap: true, limit: 30_000 })
}

type Read = Taken & { readonly score: number }

/** Each in its own process, alternating; the better of two runs counts. */
async function compareReaders(): Promise<{ readonly ours: Read; readonly peer: Read }> {
  const [ours, peer] = [await runReader('web-extract'), await runReader('web-readability')]
  return {
    ours: cheaper(ours, await runReader('web-extract')),
    peer: cheaper(peer, await runReader('web-readability')),
  }
}

function cheaper(one: Read, other: Read): Read {
  return one.cpuMs <= other.cpuMs ? one : other
}

async function runReader(name: string): Promise<Read> {
  const script = join(import.meta.dirname, `${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(articles)], {
    timeout: peerMs,
  })
  return takenSchema.extend({ score: z.number() }).parse(JSON.parse(stdout))
}

/** Figures of a crawl that missed pages would flatter it. */
function complete(taken: Taken): Taken {
  if (taken.found < pages) throw new Error(`only ${taken.found} of ${pages} pages were found`)
  return taken
}
