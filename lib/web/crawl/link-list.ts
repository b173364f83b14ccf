import { type Link, preferSpelling } from './read-link.ts'

const textCharsMax = 400
// A thousand characters per link at the maximum number of links: URLs of real sites have a tenth.
const addressCharsMax = 32_000_000

/** A link found by a map. */
export interface FoundLink {
  href: string
  readonly source: 'sitemap' | 'page' | 'crawl'
  /** Clicks from the start URL; 1 for links in a sitemap. */
  readonly depth: number
  /** Whether the page may have links. */
  readonly page: boolean
  lastmod: string | null
  /** Title of the page, once it was read. */
  title: string
  /** Anchor text on other pages. */
  text: string
  /** Whether it was or will be fetched. */
  queued: boolean
}

/** Data of a link from its source, besides the URL. */
export interface LinkNote {
  readonly source: FoundLink['source']
  readonly depth: number
  readonly lastmod?: string | null
  readonly text?: string
  /** Whether a page has the link to a route of itself. */
  readonly ownRoute?: boolean
}

/** The links of a map in order of discovery, each page once. */
export class LinkList {
  readonly #links: FoundLink[] = []
  readonly #found: FoundLink[] = []
  readonly #byIdentity = new Map<string, FoundLink>()
  readonly #ownRoutes = new Set<string>()
  /** Maximum number of links and of their characters. */
  readonly max: number
  readonly charsMax: number
  #chars = 0

  constructor(max: number, charsMax = addressCharsMax) {
    this.max = max
    this.charsMax = charsMax
  }

  get all(): readonly FoundLink[] {
    return this.#links
  }

  /** In order of discovery, which is stable. */
  get found(): readonly FoundLink[] {
    return this.#found
  }

  get full(): boolean {
    return this.#links.length >= this.max || this.#chars >= this.charsMax
  }

  /**
   * @returns the entry, new or existing; null if the list is full, or for a route that a menu repeats on another
   * page
   */
  add(
    { href, identity, route, page }: Link,
    { source, depth, lastmod = null, text = '', ownRoute = false }: LinkNote,
  ): FoundLink | null {
    const known = this.#byIdentity.get(identity)
    if (known !== undefined) {
      known.href = preferSpelling(known.href, href)
      known.lastmod ??= lastmod
      if (text !== '' && known.text.length < textCharsMax && !known.text.includes(text)) {
        known.text = toOwn(known.text === '' ? text : `${known.text} ${text}`)
      }
      return known
    }
    if (this.full) return null
    if (ownRoute) {
      if (this.#ownRoutes.has(route)) return null
      this.#ownRoutes.add(route)
    }
    const link: FoundLink = {
      href,
      source,
      depth,
      page,
      lastmod,
      title: '',
      text: toOwn(text),
      queued: false,
    }
    this.#chars += href.length
    this.#links.push(link)
    this.#found.push(link)
    this.#byIdentity.set(identity, link)
    return link
  }

  /** Moves a link to the front: the start URL comes first, wherever it was found. */
  moveToFront(link: FoundLink): void {
    const at = this.#links.indexOf(link)
    if (at > 0) this.#links.unshift(...this.#links.splice(at, 1))
  }

  find(identity: string): FoundLink | undefined {
    return this.#byIdentity.get(identity)
  }
}

/** A copy: a substring would keep the whole page in memory. */
export function toOwn(text: string): string {
  return text === '' ? '' : Buffer.from(text.slice(0, textCharsMax), 'utf16le').toString('utf16le')
}
