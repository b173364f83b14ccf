import type { LinkList } from './link-list.ts'
import type { BudgetName, MapBudgets } from './map-budgets.ts'
import { fetchWithRetries } from './fetch-with-retries.ts'
import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { readLink } from './read-link.ts'
import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import type { Site } from './site.ts'
import { ApiError } from '#lib/errors.ts'
import { limitBytes } from '#lib/limit-bytes.ts'
import { readText } from '#lib/web/extract/read-text.ts'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'

export interface CollectOptions {
  /** Host to try default sitemap paths on, if its robots.txt names no sitemap. */
  readonly base: URL
  readonly named: readonly string[]
  readonly site: Site
  readonly list: LinkList
  readonly fetch: PoliteFetch
  readonly budgets: MapBudgets
  readonly signal: AbortSignal
  readonly enough: () => boolean
  /** Called with each valid sitemap file. */
  readonly read: (url: string) => void
  readonly cut: (budget: BudgetName) => void
}

const defaultPaths = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
]
// Some sites omit their own host; anything else is not a URL.
const address = /^(?:https?:\/)?\//i
const ahead = 4
const perTurn = 200

/**
 * Adds the links of a site's sitemaps in the order of their indexes, depth first. Files are prefetched but
 * processed in order, each once, even with cyclic references; a failed file does not affect the others.
 * @throws the signal's reason
 */
export async function collectSitemaps(options: CollectOptions): Promise<void> {
  const collector = new Collector(options)
  if (options.named.length > 0) return await collector.addAll(options.named, 1)
  for (const path of defaultPaths) {
    if (await collector.add(new URL(path, options.base).href, 1)) return
  }
}

const sitemapBytesMax = 50 * 1024 * 1024

const readSitemapAddress = /^https?:\/\/\S+$/i

const lineCharsMax = 4096

/** Reads a text sitemap as it arrives: one absolute URL per line; other lines are skipped. */
class SitemapLines {
  readonly #entries: SitemapEntry[] = []
  readonly #entriesMax: number
  #rest = ''

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get stopped(): boolean {
    return this.#entries.length >= this.#entriesMax
  }

  write(piece: string): void {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '').slice(0, lineCharsMax)
    for (const line of lines) this.#add(line)
  }

  end(): SitemapFile {
    this.#add(this.#rest)
    return this.#entries.length === 0 ? { kind: 'none' } : { kind: 'pages', entries: this.#entries }
  }

  #add(line: string): void {
    const loc = line.trim()
    if (!this.stopped && readSitemapAddress.test(loc)) this.#entries.push({ loc, lastmod: null })
  }
}

const depthMax = 16

const charsMax = 4096

/**
 * Parses sitemap XML as it arrives. `loc` and `lastmod` count only as direct children of `url` or `sitemap`, in
 * the sitemap's own namespace: image and video extensions have their own `loc`. DTDs and entities are never
 * expanded.
 */
class SitemapParser {
  readonly #entries: SitemapEntry[] = []
  readonly #entriesMax: number
  readonly #parser: Parser
  readonly #path: string[] = []
  #root = ''
  /** With its colon; URLs of extensions, such as `image:loc`, have another namespace. */
  #prefix = ''
  #field: 'loc' | 'lastmod' | null = null
  #loc = ''
  #lastmod = ''
  #stopped = false

  /** @param entriesMax maximum number of URLs; the rest of the file is skipped */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
    this.#parser = new Parser(
      {
        onopentagname: name => this.#open(name),
        ontext: text => this.#text(text),
        onclosetag: () => this.#close(),
      },
      { xmlMode: true },
    )
  }

  /** Reading has stopped. */
  get stopped(): boolean {
    return this.#stopped
  }

  write(piece: string): void {
    if (!this.#stopped) this.#parser.write(piece)
  }

  end(): SitemapFile {
    if (!this.#stopped) this.#parser.end()
    if (this.#root === 'urlset') return { kind: 'pages', entries: this.#entries }
    if (this.#root === 'sitemapindex') return { kind: 'index', entries: this.#entries }
    return { kind: 'none' }
  }

  #open(written: string): void {
    if (this.#path.length === 0 && this.#root === '') {
      this.#prefix = written.slice(0, written.indexOf(':') + 1)
      this.#root = written.slice(this.#prefix.length)
      if (this.#root !== 'urlset' && this.#root !== 'sitemapindex') return this.#stop()
    }
    const name = written.startsWith(this.#prefix) ? written.slice(this.#prefix.length) : written
    this.#path.push(name)
    // No valid sitemap is nested this deep, and the parser's stack must not grow.
    if (this.#path.length > depthMax) return this.#stop()
    if (this.#path.length === 2 && this.#isEntry(name)) {
      this.#loc = ''
      this.#lastmod = ''
    }
    const inEntry = this.#path.length === 3 && this.#isEntry(this.#path[1])
    this.#field = inEntry && (name === 'loc' || name === 'lastmod') ? name : null
  }

  #text(text: string): void {
    if (this.#field === 'loc' && this.#loc.length < charsMax) this.#loc += text
    else if (this.#field === 'lastmod' && this.#lastmod.length < 64) this.#lastmod += text
  }

  #close(): void {
    this.#field = null
    const name = this.#path.pop()
    if (this.#path.length !== 1 || !this.#isEntry(name)) return
    const loc = this.#loc.trim()
    if (loc === '') return
    const lastmod = this.#lastmod.trim()
    this.#entries.push({ loc, lastmod: lastmod === '' ? null : lastmod.slice(0, 64) })
    this.#loc = ''
    if (this.#entries.length >= this.#entriesMax) this.#stop()
  }

  #isEntry(name: string | undefined): boolean {
    return name === (this.#root === 'urlset' ? 'url' : 'sitemap')
  }

  #stop(): void {
    this.#stopped = true
    this.#parser.pause()
  }
}

class Collector {
  readonly #options: CollectOptions
  readonly #files = new Map<string, Promise<SitemapFile>>()
  readonly #noted = new Set<string>()
  readonly #left = new AbortController()
  readonly #signal: AbortSignal
  #asked = 0

  constructor(options: CollectOptions) {
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#left.signal])
  }

  async addAll(urls: readonly string[], level: number): Promise<void> {
    for (const [at, url] of urls.entries()) {
      if (this.#options.enough()) return this.#left.abort()
      for (const next of urls.slice(at, at + ahead))
        if (!this.#noted.has(next)) void this.#file(next, fetchWithRetries)
      await this.add(url, level)
    }
  }

  /** @returns whether it was a sitemap */
  async add(url: string, level: number): Promise<boolean> {
    if (this.#noted.has(url)) return false
    this.#noted.add(url)
    const file = await this.#file(url)
    this.#files.delete(url)
    this.#options.signal.throwIfAborted()
    if (file.kind === 'none') return false
    this.#options.read(url)
    if (file.kind === 'pages') await this.#addPages(file.entries, url)
    else await this.#addIndex(file.entries, url, level)
    return true
  }

  async #addIndex(entries: readonly SitemapEntry[], base: string, level: number): Promise<void> {
    if (level >= this.#options.budgets.sitemapDepthMax) return this.#options.cut('sitemaps')
    const urls = entries.flatMap(({ loc }) => URL.parse(loc, base)?.href ?? [])
    await this.addAll(urls, level + 1)
  }

  async #addPages(entries: readonly SitemapEntry[], base: string): Promise<void> {
    const { site, list, enough } = this.#options
    for (const [at, { loc, lastmod }] of entries.entries()) {
      if (at > 0 && at % perTurn === 0) await yieldToEventLoop()
      if (enough()) return
      const link = address.test(loc) ? readLink(loc, base, site) : null
      if (link !== null) list.add(link, { source: 'sitemap', depth: 1, lastmod })
    }
  }

  // A known file is worth waiting for; for guessed paths the first response counts.
  #file(url: string, ask: typeof fetchWithRetries = fetchOnce): Promise<SitemapFile> {
    const known = this.#files.get(url)
    if (known !== undefined) return known
    const asked = this.#fetch(url, ask)
    this.#files.set(url, asked)
    return asked
  }

  async #fetch(url: string, ask: typeof fetchWithRetries): Promise<SitemapFile> {
    const { fetch, budgets, cut, list } = this.#options
    if (++this.#asked > budgets.sitemapFilesMax) {
      cut('sitemaps')
      return { kind: 'none' }
    }
    try {
      const request = { signal: this.#signal, timeoutMs: budgets.requestMs, bytesMax: sitemapBytesMax }
      const response = await ask(fetch, url, request)
      if (response.status < 200 || response.status >= 300) {
        response.abort()
        return { kind: 'none' }
      }
      const file = await readSitemap(response, { entriesMax: list.max, signal: this.#signal })
      if (file.cut) cut('links')
      return file
    } catch (error) {
      if (error instanceof ApiError || this.#signal.aborted) return { kind: 'none' }
      throw error
    }
  }
}

const fetchOnce: typeof fetchWithRetries = (fetch, url, options) => fetch(url, options)

/**
 * Reads a sitemap, an index or a text sitemap from a response as it arrives, compressed or not. A truncated file
 * gives the part that was read.
 * @param entriesMax maximum number of URLs
 */
async function readSitemap(
  response: SafeResponse,
  { entriesMax, signal }: { readonly entriesMax: number; readonly signal: AbortSignal },
): Promise<SitemapFile & { readonly cut: boolean }> {
  let reader: SitemapParser | SitemapLines | null = null
  let head = ''
  let cut = false
  try {
    for await (const piece of readText(response, inflateBody(response.body, sitemapBytesMax))) {
      if (reader === null) {
        head += piece
        const start = head.trimStart()
        if (start === '') continue
        reader = start.startsWith('<') ? new SitemapParser(entriesMax) : new SitemapLines(entriesMax)
        reader.write(start)
      } else {
        reader.write(piece)
      }
      cut = reader.stopped
      if (cut) break
    }
  } catch {
    signal.throwIfAborted()
    cut = true
  }
  const file = reader?.end() ?? { kind: 'none' }
  return { ...file, cut: cut && file.kind !== 'none' }
}

/**
 * Decompresses a body if it is gzip, whatever its name or type: a `.gz` may be plain, and an `.xml` compressed.
 * Decompressed bytes are limited.
 * @throws ApiError `fetch_failed` above `bytesMax`
 */
async function* inflateBody(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]()
  try {
    let head = Buffer.alloc(0)
    while (head.length < 2) {
      const next = await source.next()
      if (next.done === true) break
      head = Buffer.concat([head, next.value])
    }
    const whole = rejoin(head, source)
    if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole
    const tooLarge = () => new ApiError('fetch_failed', `The sitemap exceeds ${bytesMax} bytes.`)
    yield* limitBytes(gunzip(whole), bytesMax, tooLarge)
  } finally {
    await source.return?.()
  }
}

async function* rejoin(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

function gunzip(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // Errors reach the reader through the last stage, which `pipeline` destroys with them.
  return pipeline(Readable.from(source), createGunzip(), () => undefined)
}

/** A URL in a sitemap, as written. */
interface SitemapEntry {
  readonly loc: string
  /** As written; null if absent. */
  readonly lastmod: string | null
}

/** Result of reading one file. */
type SitemapFile =
  | { readonly kind: 'pages'; readonly entries: readonly SitemapEntry[] }
  | { readonly kind: 'index'; readonly entries: readonly SitemapEntry[] }
  /** Such as a page that says "not found" with status 200. */
  | { readonly kind: 'none' }
