import type { LinkList } from '#lib/engines/web/crawl/link-list.ts'
import type { BudgetName, MapBudgets } from '#lib/engines/web/crawl/map-budgets.ts'
import { fetchPatiently } from '#lib/engines/web/politeness/fetch-patiently.ts'
import type { PoliteFetch } from '#lib/engines/web/politeness/polite-fetch.ts'
import { readLink } from '#lib/engines/web/url-identity/read-link.ts'
import { takeTurn } from '#lib/engines/web/turns/take-turn.ts'
import type { Site } from '#lib/engines/web/url-identity/site.ts'
import { ApiError } from '#lib/errors.ts'
import { readSitemap, sitemapBytesMax } from './read-sitemap.ts'
import type { SitemapEntry, SitemapFile } from './sitemap-file.ts'

export interface CollectOptions {
  /** Whose host is asked when its robots file names no sitemap. */
  readonly base: URL
  readonly named: readonly string[]
  readonly site: Site
  readonly list: LinkList
  readonly fetch: PoliteFetch
  readonly budgets: MapBudgets
  readonly signal: AbortSignal
  readonly enough: () => boolean
  /** Called with each file that was one. */
  readonly read: (url: string) => void
  readonly cut: (budget: BudgetName) => void
}

const usualPaths = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
]
// Some sites leave out their own name; anything else is no address.
const address = /^(?:https?:\/)?\//i
const ahead = 4
const perTurn = 200

/**
 * Adds what the sitemaps of a site list, in the order of their indexes, depth first. Files are fetched ahead but noted
 * in order, each once, however often and deeply they name each other; a file that fails leaves the others alone.
 * @throws the signal's reason
 */
export async function collectSitemaps(options: CollectOptions): Promise<void> {
  const collector = new Collector(options)
  if (options.named.length > 0) return await collector.addAll(options.named, 1)
  for (const path of usualPaths) {
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

  constructor(options: CollectOptions) {
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#left.signal])
  }

  async addAll(urls: readonly string[], level: number): Promise<void> {
    for (const [at, url] of urls.entries()) {
      if (this.#options.enough()) return this.#left.abort()
      for (const next of urls.slice(at, at + ahead))
        if (!this.#noted.has(next)) void this.#file(next, fetchPatiently)
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
      if (at > 0 && at % perTurn === 0) await takeTurn()
      if (enough()) return
      const link = address.test(loc) ? readLink(loc, base, site) : null
      if (link !== null) list.add(link, { source: 'sitemap', depth: 1, lastmod })
    }
  }

  // A file that is known to exist is waited for; of a guess the first answer counts.
  #file(url: string, ask: typeof fetchPatiently = fetchOnce): Promise<SitemapFile> {
    const known = this.#files.get(url)
    if (known !== undefined) return known
    const asked = this.#fetch(url, ask)
    this.#files.set(url, asked)
    return asked
  }

  async #fetch(url: string, ask: typeof fetchPatiently): Promise<SitemapFile> {
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

const fetchOnce: typeof fetchPatiently = (fetch, url, options) => fetch(url, options)
