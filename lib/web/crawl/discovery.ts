import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import { type Site, createSite } from './site.ts'
import { toLink } from './read-link.ts'
import { noLinks, type PageLinks, readLinks } from '#lib/web/extract/read-links.ts'
import { RobotsCache } from '#lib/web/fetch/robots/robots-cache.ts'
import { collectSitemaps } from './collect-sitemaps.ts'
import { ApiError } from '#lib/errors.ts'
import { Crawl, openStart, type Start } from './crawl.ts'
import { type FoundLink, LinkList, toOwn } from './link-list.ts'
import type { BudgetName, MapBudgets } from './map-budgets.ts'

/** Search words of the map. */
export interface DiscoveryQuestion {
  /** Tried in this order until one connects. */
  readonly startUrls: readonly [URL, ...URL[]]
  readonly ignoreSitemap: boolean
  readonly sitemapOnly: boolean
  readonly includeSubdomains: boolean
  /** Number of links at which the map stops; null for a search, where later links may match better. */
  readonly enough: number | null
  readonly timeoutMs: number
}

export interface DiscoveryOptions {
  readonly fetch: PoliteFetch
  readonly budgets: MapBudgets
  /** The caller's signal; the timeout is added to it. */
  readonly signal: AbortSignal
}

export type Stopped = 'done' | 'limit' | 'time' | 'pages' | 'hosts'

/** State of one map. All links are in `links`, in final order except for the start URL. */
export class Discovery {
  readonly sitemaps: string[] = []
  /** Limits that cut the map short. */
  readonly cuts = new Set<BudgetName>()
  readonly #question: DiscoveryQuestion
  readonly #options: DiscoveryOptions
  readonly #links: LinkList
  readonly #startedAt = performance.now()
  #crawl: Crawl | null = null
  #site: Site | null = null
  #reachedLimit = false

  constructor(question: DiscoveryQuestion, options: DiscoveryOptions) {
    this.#question = question
    this.#options = options
    this.#links = new LinkList(options.budgets.candidatesMax)
  }

  get links(): readonly FoundLink[] {
    return this.#links.all
  }

  /** The same links in order of arrival. */
  get found(): readonly FoundLink[] {
    return this.#links.found
  }

  get progress(): { readonly pages: number; readonly queued: number; readonly elapsedMs: number } {
    return {
      pages: this.#crawl?.pages ?? 0,
      queued: this.#crawl?.queued ?? 0,
      elapsedMs: Math.round(performance.now() - this.#startedAt),
    }
  }

  get stopped(): Stopped {
    for (const budget of ['time', 'pages', 'hosts'] as const) if (this.cuts.has(budget)) return budget
    return this.#reachedLimit ? 'limit' : 'done'
  }

  /** The site to map, once the start URL has responded. */
  get site(): Site | null {
    return this.#site
  }

  /**
   * Reads sitemaps, the start page and linked pages until there are enough links, nothing is left or a limit is
   * reached.
   * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout` if the site did not respond; the signal's
   * reason if the caller disconnected
   */
  async run(): Promise<void> {
    const { timeoutMs } = this.#question
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      await this.#find(AbortSignal.any([this.#options.signal, deadline]))
      this.#options.signal.throwIfAborted()
    } catch (error) {
      this.#options.signal.throwIfAborted()
      if (!deadline.aborted) throw error
      this.cuts.add('time')
    }
    if (!this.cuts.has('time') || this.links.length > 0) return
    throw new ApiError('fetch_timeout', `No links found within ${timeoutMs} ms.`, { param: 'url' })
  }

  async #find(signal: AbortSignal): Promise<void> {
    const { startUrls, includeSubdomains, ignoreSitemap, sitemapOnly } = this.#question
    const { budgets, fetch } = this.#options
    const requests = { signal, timeoutMs: budgets.requestMs }
    const start = await openStart(startUrls, fetch, { ...requests, bytesMax: budgets.pageBytesMax })
    const site = createSite(start.url, includeSubdomains)
    this.#site = site
    const robots = new RobotsCache(fetch, requests)
    // Its body arrives while robots.txt and sitemaps are fetched.
    const page = this.#readStart(start, site, signal)

    const fetched = await robots.rulesFor(start.url)
    if (start.kind === 'failed' && fetched.kind === 'unavailable') throw start.error
    if (!ignoreSitemap) await this.#readSitemaps(start.url, fetched.rules.sitemaps, site, signal)
    const first = this.#putStartFirst(start, site)
    if (start.kind === 'failed' && this.links.length === 0) throw start.error
    const { links, title, cut } = await page
    if (cut) this.cuts.add('links')
    if (first !== undefined) first.title = toOwn(title)
    if (!sitemapOnly) await this.#follow(links, robots, site, signal)
    if (this.#links.full) this.cuts.add('links')
  }

  async #readSitemaps(base: URL, named: readonly string[], site: Site, signal: AbortSignal): Promise<void> {
    const { budgets, fetch } = this.#options
    try {
      await collectSitemaps({
        base,
        named,
        site,
        list: this.#links,
        fetch,
        budgets,
        signal,
        enough: () => this.#hasEnough(),
        read: url => void this.sitemaps.push(url),
        cut: budget => void this.cuts.add(budget),
      })
    } catch (error) {
      // Links of the start page count even after the time limit.
      if (!signal.aborted) throw error
    }
  }

  async #follow(
    links: PageLinks['links'],
    robots: RobotsCache,
    site: Site,
    signal: AbortSignal,
  ): Promise<void> {
    const { budgets, fetch } = this.#options
    const onlySearch = this.#searching && this.links.some(link => link.source === 'sitemap')
    const crawlDeadline = onlySearch ? AbortSignal.timeout(budgets.searchMs) : null
    const crawl = new Crawl({
      list: this.#links,
      site,
      robots,
      fetch,
      budgets,
      texts: this.#searching,
      signal: crawlDeadline === null ? signal : AbortSignal.any([signal, crawlDeadline]),
      enough: () => this.#hasEnough(),
      cut: budget => void this.cuts.add(budget),
    })
    this.#crawl = crawl
    await crawl.addStartLinks(links)
    if (!this.#hasEnough()) await crawl.run()
  }

  get #searching(): boolean {
    return this.#question.enough === null
  }

  #hasEnough(): boolean {
    const { enough } = this.#question
    this.#reachedLimit ||= enough !== null && this.links.length >= enough
    return this.#reachedLimit || this.#links.full
  }

  async #readStart(start: Start, site: Site, signal: AbortSignal): Promise<PageLinks> {
    if (start.kind === 'failed') return noLinks
    this.#addStart(start, site)
    if (this.#question.sitemapOnly || !isGood(start.response)) {
      start.response.abort()
      return noLinks
    }
    return await readLinks(start.response, { site, texts: this.#searching, signal })
  }

  /** The requested URL and, after a redirect within the site, the final one. */
  #addStart(start: Extract<Start, { kind: 'answered' }>, site: Site): void {
    if (start.response.status >= 400) return
    for (const url of [start.asked, start.url]) {
      const link = toLink(url, site)
      const entry = link === null ? null : this.#links.add(link, { source: 'page', depth: 0 })
      if (entry !== null) entry.queued = true
    }
  }

  /** One without a response comes first too, once the site has named it. */
  #putStartFirst(start: Start, site: Site): FoundLink | undefined {
    const asked = toLink(start.asked, site) ?? toLink(start.url, site)
    const link = asked === null ? undefined : this.#links.find(asked.identity)
    if (link !== undefined) this.#links.moveToFront(link)
    return link
  }
}

function isGood({ status }: SafeResponse): boolean {
  return status >= 200 && status < 300
}
