import type { PageLinks } from '#lib/engines/web/links/read-links.ts'
import { takeTurn } from '#lib/engines/web/turns/take-turn.ts'
import { fetchPage, type FetchPageOptions } from './fetch-page.ts'
import { Frontier, type FrontierPage } from './frontier.ts'
import { type LinkList, toOwn } from './link-list.ts'
import type { BudgetName } from './map-budgets.ts'

export interface CrawlOptions extends FetchPageOptions {
  readonly list: LinkList
  /** Whether there is nothing more to look for. */
  readonly enough: () => boolean
  readonly cut: (budget: BudgetName) => void
}

const parallelPerHost = 8
/** A few hosts that are slow or ask for long gaps must not hold every place. */
const parallelHostsMax = 4
/** Pages that may be read before one that is still on its way. */
const aheadMax = 256
/** Links noted before others may work. */
const perTurn = 200

/**
 * Follows links breadth first. Pages are fetched side by side, but what they hold is noted in the order of the
 * pages, so that the same site gives the same list whatever the response times. Only a page that takes longer than
 * our patience is noted after others.
 */
export class Crawl {
  readonly #options: CrawlOptions
  readonly #frontier: Frontier
  /** Read, and not noted yet. */
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
    // Every request listens to it, and listeners of a joined signal cost several times those of a plain one.
    this.#ended.addEventListener('abort', this.#leave, { once: true })
    if (this.#ended.aborted) this.#leave()
    this.#options = { ...options, signal: this.#left.signal }
    this.#frontier = new Frontier(options)
  }

  /** Pages fetched so far, the start page not counted. */
  get pages(): number {
    return this.#pages
  }

  get queued(): number {
    return this.#frontier.length - this.#next
  }

  async addStartLinks(links: PageLinks['links']): Promise<void> {
    await this.#note({ links, title: '', cut: false }, 1, 'page')
  }

  /** Ends when nothing is left, a budget is met or the signal says so; what was read until then is noted. */
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
        // Noting lets others work: what came meanwhile is noted before anything is decided.
        if (this.#arrived !== arrived) continue
        if (this.#startedAt.size > 0) {
          await this.#change()
          continue
        }
        if (this.#next < this.#frontier.length) return cut('pages')
        // What only a sitemap knows is looked at last: it seldom leads anywhere new.
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

  /** Resolves when a page was read, the signal ends or the page that others wait for is out of our patience. */
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
      if (at > 0 && at % perTurn === 0) await takeTurn()
      const entry = this.#options.list.add(link, { source, depth, text: link.text })
      if (entry !== null) this.#frontier.add(entry)
    }
  }
}
