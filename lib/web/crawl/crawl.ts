import { type PageLinks, readLinks } from '#lib/web/extract/read-links.ts'
import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import { type LinkList, toOwn, type FoundLink } from './link-list.ts'
import { toDocumentIdentity } from './identity.ts'
import type { BudgetName, MapBudgets } from './map-budgets.ts'
import { fetchWithRetries } from './fetch-with-retries.ts'
import type { PoliteFetch, PoliteOptions } from '#lib/web/fetch/polite-fetch.ts'
import type { RobotsCache } from '#lib/web/fetch/robots/robots-cache.ts'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import type { Site } from './site.ts'
import { ApiError } from '#lib/errors.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'

export interface CrawlOptions extends FetchPageOptions {
  readonly list: LinkList
  /** Whether the crawl is complete. */
  readonly enough: () => boolean
  readonly cut: (budget: BudgetName) => void
}

const parallelPerHost = 8
/** Slow hosts or those with a crawl delay must not occupy every slot. */
const parallelHostsMax = 4
/** Pages that may be read ahead of a slower one. */
const aheadMax = 256
/** Links to process before yielding to the event loop. */
const perTurn = 200

/** The pages to fetch, in crawl order; each at most once, within the limits of depth, hosts and queries. */
class Frontier {
  readonly #budgets: MapBudgets
  readonly #cut: (budget: BudgetName) => void
  readonly #pages: FrontierPage[] = []
  readonly #hosts = new Set<string>()
  readonly #queriesOf = new Map<string, number>()
  readonly #list: LinkList
  readonly #documents = new Set<string>()

  constructor({ list, budgets, cut }: Pick<CrawlOptions, 'list' | 'budgets' | 'cut'>) {
    this.#list = list
    this.#budgets = budgets
    this.#cut = cut
  }

  get length(): number {
    return this.#pages.length
  }

  /** Number of hosts. */
  get hosts(): number {
    return this.#hosts.size
  }

  at(index: number): FrontierPage | undefined {
    return this.#pages[index]
  }

  add(link: FoundLink): void {
    if (link.queued || !link.page) return
    const url = new URL(link.href)
    const known = this.#knowsDocument(url)
    link.queued = true
    if (known) return
    if (link.depth >= this.#budgets.depthMax) return this.#cut('depth')
    if (!this.#takesHost(url.host)) return this.#cut('hosts')
    if (url.search !== '' && !this.#takesQuery(url.host + url.pathname)) return this.#cut('queries')
    this.#pages.push({ url, link })
  }

  /** Routes of one document are one page for the server. */
  #knowsDocument(url: URL): boolean {
    const document = toDocumentIdentity(url)
    if (this.#documents.has(document) || this.#list.find(document)?.queued === true) return true
    this.#documents.add(document)
    return false
  }

  #takesHost(host: string): boolean {
    if (this.#hosts.has(host)) return true
    if (this.#hosts.size >= this.#budgets.hostsMax) return false
    this.#hosts.add(host)
    return true
  }

  #takesQuery(path: string): boolean {
    const count = this.#queriesOf.get(path) ?? 0
    if (count >= this.#budgets.queryVariantsMax) return false
    this.#queriesOf.set(path, count + 1)
    return true
  }
}

const htmlAccept = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'

/**
 * Follows links breadth first. Pages are fetched in parallel, but their links are processed in page order, so
 * that the same site gives the same list regardless of response times. Only a page that exceeds the wait limit is
 * processed after others.
 */
export class Crawl {
  readonly #options: CrawlOptions
  readonly #frontier: Frontier
  /** Read, but not processed yet. */
  readonly #read = new Map<number, PageLinks | null>()
  readonly #startedAt = new Map<number, number>()
  readonly #left = new AbortController()
  readonly #ended: AbortSignal
  readonly #leave = (): void => this.#left.abort(this.#ended.reason)
  #next = 0
  #noted = 0
  #pages = 0
  #arrived = 0
  #failure: { readonly error: unknown } | null = null
  #wake = (): void => {}

  constructor(options: CrawlOptions) {
    this.#ended = options.signal
    // All requests listen to it, and listeners of a combined signal cost several times those of a plain one.
    this.#ended.addEventListener('abort', this.#leave, { once: true })
    if (this.#ended.aborted) this.#leave()
    this.#options = { ...options, signal: this.#left.signal }
    this.#frontier = new Frontier(options)
  }

  /** Pages fetched so far, without the start page. */
  get pages(): number {
    return this.#pages
  }

  get queued(): number {
    return this.#frontier.length - this.#next
  }

  async addStartLinks(links: PageLinks['links']): Promise<void> {
    await this.#note({ links, title: '', cut: false }, 1, 'page')
  }

  /** Ends when nothing is left, a limit is reached or the signal aborts; pages read until then are processed. */
  async run(): Promise<void> {
    const { signal, budgets, enough, cut, list } = this.#options
    try {
      for (;;) {
        const arrived = this.#arrived
        await this.#noteInOrder()
        if (this.#failure !== null) throw this.#failure.error
        if (signal.aborted) return cut('time')
        if (enough()) return
        this.#start()
        // Processing yields: pages that arrived meanwhile are processed before the next decision.
        if (this.#arrived !== arrived) continue
        if (this.#startedAt.size > 0) {
          await this.#change()
          continue
        }
        if (this.#next < this.#frontier.length) return cut('pages')
        // Pages known only from a sitemap come last: they seldom have new links.
        for (const link of list.all) {
          if (this.#frontier.length > this.#next + budgets.pagesMax) break
          this.#frontier.add(link)
        }
        if (this.#next === this.#frontier.length) return
      }
    } finally {
      await this.#noteLeft()
      this.#ended.removeEventListener('abort', this.#leave)
      this.#left.abort()
    }
  }

  #start(): void {
    const { budgets } = this.#options
    const parallelMax = parallelPerHost * Math.min(parallelHostsMax, Math.max(1, this.#frontier.hosts))
    while (this.#startedAt.size < parallelMax && this.#pages < budgets.pagesMax) {
      const page = this.#frontier.at(this.#next)
      if (page === undefined || this.#next - this.#noted >= aheadMax) return
      this.#pages++
      this.#startedAt.set(this.#next, performance.now())
      void this.#visit(this.#next, page)
      this.#next++
    }
  }

  async #visit(at: number, { url, link }: FrontierPage): Promise<void> {
    try {
      const page = await fetchPage(url, this.#options)
      if (page === 'disallowed') this.#pages--
      const read = page === 'disallowed' ? null : page
      if (read !== null) link.title = toOwn(read.title)
      this.#read.set(at, read)
    } catch (error) {
      this.#failure ??= { error }
    }
    this.#startedAt.delete(at)
    this.#arrived++
    this.#wake()
  }

  /** Resolves when a page was read, the signal aborts or the wait limit of the current page is exceeded. */
  #change(): Promise<void> {
    const { signal, budgets } = this.#options
    const startedAt = this.#read.size > 0 ? this.#startedAt.get(this.#noted) : undefined
    return new Promise<void>(resolve => {
      const waitMs = startedAt === undefined ? null : startedAt + budgets.patienceMs - performance.now()
      const timer = waitMs === null ? null : setTimeout(() => this.#wake(), Math.max(1, waitMs))
      this.#wake = () => {
        if (timer !== null) clearTimeout(timer)
        signal.removeEventListener('abort', this.#wake)
        this.#wake = () => {}
        resolve()
      }
      signal.addEventListener('abort', this.#wake)
      if (signal.aborted) this.#wake()
    })
  }

  async #noteInOrder(): Promise<void> {
    const { enough, budgets } = this.#options
    for (const at of this.#read.keys()) if (at < this.#noted) await this.#take(at)
    while (this.#noted < this.#next && !enough()) {
      const startedAt = this.#startedAt.get(this.#noted)
      const late = startedAt !== undefined && performance.now() - startedAt >= budgets.patienceMs
      if (startedAt !== undefined && !(late && this.#read.size > 0)) return
      await this.#take(this.#noted++)
    }
  }

  async #noteLeft(): Promise<void> {
    for (const at of [...this.#read.keys()].toSorted((a, b) => a - b)) {
      if (!this.#options.enough()) await this.#take(at)
    }
  }

  async #take(at: number): Promise<void> {
    const page = this.#read.get(at)
    if (page === undefined) return
    this.#read.delete(at)
    const depth = this.#frontier.at(at)?.link.depth
    if (page !== null && depth !== undefined) await this.#note(page, depth + 1, 'crawl')
  }

  async #note({ links, cut }: PageLinks, depth: number, source: 'page' | 'crawl'): Promise<void> {
    if (cut) this.#options.cut('links')
    for (const [at, link] of links.entries()) {
      if (at > 0 && at % perTurn === 0) await yieldToEventLoop()
      const { text, ownRoute } = link
      const entry = this.#options.list.add(link, { source, depth, text, ownRoute })
      if (entry !== null) this.#frontier.add(entry)
    }
  }
}

interface FetchPageOptions {
  readonly site: Site
  readonly robots: RobotsCache
  readonly fetch: PoliteFetch
  readonly budgets: MapBudgets
  readonly signal: AbortSignal
  /** Whether anchor texts are needed. */
  readonly texts: boolean
}

/**
 * Reads the links of one page if robots.txt allows. A busy host is retried after the pause it requests; redirects
 * to another site are not followed.
 * @returns null if the page could not be read
 */
async function fetchPage(url: URL, options: FetchPageOptions): Promise<PageLinks | 'disallowed' | null> {
  const { site, robots, fetch, budgets, signal, texts } = options
  try {
    const { rules } = await robots.rulesFor(url)
    if (!rules.allows(url.href)) return 'disallowed'
    const request: PoliteOptions = {
      signal,
      gapMs: rules.gapMs,
      timeoutMs: budgets.requestMs,
      bytesMax: budgets.pageBytesMax,
      headers: { accept: htmlAccept },
    }
    const response = await fetchWithRetries(fetch, url.href, request)
    if (response.status >= 200 && response.status < 300 && isInside(response, site)) {
      return await readLinks(response, { site, texts, signal })
    }
    response.abort()
    return null
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return null
    throw error
  }
}

function isInside(response: SafeResponse, site: Site): boolean {
  const url = URL.parse(response.url)
  return url !== null && site.contains(url)
}

/** A page to fetch. */
interface FrontierPage {
  readonly url: URL
  readonly link: FoundLink
}

/** The start URL and its response; its host is the base of the site. */
export type Start =
  | { readonly kind: 'answered'; readonly asked: URL; readonly url: URL; readonly response: SafeResponse }
  | { readonly kind: 'failed'; readonly asked: URL; readonly url: URL; readonly error: ApiError }

/**
 * Fetches the start URL; the next one only if there was no connection or TLS failed.
 * @throws ApiError `url_not_allowed`; the signal's reason
 */
export async function openStart(
  urls: readonly [URL, ...URL[]],
  fetch: PoliteFetch,
  options: Omit<PoliteOptions, 'param'>,
): Promise<Start> {
  const [asked, ...others] = urls
  try {
    const response = await fetch(asked.href, { ...options, param: 'url', headers: { accept: htmlAccept } })
    return { kind: 'answered', asked, url: new URL(response.url), response }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof ApiError) || error.code === 'url_not_allowed') throw error
    const [next, ...rest] = others
    if (next !== undefined && isNoConnection(error)) return openStart([next, ...rest], fetch, options)
    return { kind: 'failed', asked, url: asked, error }
  }
}

function isNoConnection({ cause }: ApiError): boolean {
  const fault = cause instanceof ApiError ? cause.cause : cause
  return fault instanceof ExchangeFault && (fault.kind === 'connect' || fault.kind === 'broken')
}
