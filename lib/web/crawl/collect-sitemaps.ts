import type { LinkList } from './link-list.ts'
import type { BudgetName, MapBudgets } from './map-budgets.ts'
import { fetchWithRetries } from './fetch-with-retries.ts'
import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { readLink } from './read-link.ts'
import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import type { Site } from './site.ts'
import { ApiError } from '#lib/errors.ts'
import { readSitemap, type SitemapEntry, type SitemapFile } from './read-sitemap.ts'

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
const fileBytesMax = 50 * 1024 * 1024

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

class Collector {
  readonly #options: CollectOptions
  readonly #files = new Map<string, Promise<SitemapFile>>()
  readonly #noted = new Set<string>()
  readonly #left = new AbortController()
  readonly #signal: AbortSignal
  #asked = 0
  #bytes = 0

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
    // More files are never fetched, and parsing every URL of a large index would block the event loop.
    const usable = entries.slice(0, this.#options.budgets.sitemapFilesMax)
    if (usable.length < entries.length) this.#options.cut('sitemaps')
    const urls = usable.flatMap(({ loc }) => URL.parse(loc, base)?.href ?? [])
    await this.addAll(urls, level + 1)
  }

  async #addPages(entries: readonly SitemapEntry[], base: string): Promise<void> {
    const { site, list, enough, signal } = this.#options
    for (const [at, { loc, lastmod }] of entries.entries()) {
      if (at > 0 && at % perTurn === 0) {
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
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
    if (++this.#asked > budgets.sitemapFilesMax || this.#bytes >= budgets.sitemapBytesMax) {
      cut('sitemaps')
      return { kind: 'none' }
    }
    try {
      const request = { signal: this.#signal, timeoutMs: budgets.requestMs, bytesMax: fileBytesMax }
      const response = await ask(fetch, url, request)
      if (response.status < 200 || response.status >= 300) {
        response.abort()
        return { kind: 'none' }
      }
      const { file, cut: incomplete } = await readSitemap(response, {
        entriesMax: list.max,
        bytesMax: fileBytesMax,
        spend: bytes => this.#spend(bytes),
        signal: this.#signal,
      })
      if (incomplete) cut('links')
      return file
    } catch (error) {
      if (error instanceof ApiError || this.#signal.aborted) return { kind: 'none' }
      throw error
    }
  }

  #spend(bytes: number): boolean {
    this.#bytes += bytes
    const spent = this.#bytes > this.#options.budgets.sitemapBytesMax
    if (spent) this.#options.cut('sitemaps')
    return !spent
  }
}

const fetchOnce: typeof fetchWithRetries = (fetch, url, options) => fetch(url, options)
