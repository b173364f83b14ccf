import type { FoundLink } from './link-list.ts'
import type { BudgetName, MapBudgets } from './map-budgets.ts'

/** A page that will be fetched. */
export interface FrontierPage {
  readonly url: URL
  readonly link: FoundLink
}

/** The pages to fetch, in the order of the crawl; each at most once, and none beyond depth, host and query budgets. */
export class Frontier {
  readonly #budgets: MapBudgets
  readonly #cut: (budget: BudgetName) => void
  readonly #pages: FrontierPage[] = []
  readonly #hosts = new Set<string>()
  readonly #queriesOf = new Map<string, number>()

  constructor({
    budgets,
    cut,
  }: {
    readonly budgets: MapBudgets
    readonly cut: (budget: BudgetName) => void
  }) {
    this.#budgets = budgets
    this.#cut = cut
  }

  get length(): number {
    return this.#pages.length
  }

  /** How many hosts the pages are on. */
  get hosts(): number {
    return this.#hosts.size
  }

  at(index: number): FrontierPage | undefined {
    return this.#pages[index]
  }

  add(link: FoundLink): void {
    if (link.queued || !link.page) return
    link.queued = true
    if (link.depth >= this.#budgets.depthMax) return this.#cut('depth')
    const url = new URL(link.href)
    if (!this.#takesHost(url.host)) return this.#cut('hosts')
    if (url.search !== '' && !this.#takesQuery(url.host + url.pathname)) return this.#cut('queries')
    this.#pages.push({ url, link })
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
