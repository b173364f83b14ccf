import { type Link, preferSpelling } from './read-link.ts'

const textCharsMax = 400
// A thousand for each of the most links that a map returns: addresses of real sites have a tenth.
const addressCharsMax = 32_000_000

/** A link as a map found it. */
export interface FoundLink {
  href: string
  readonly source: 'sitemap' | 'page' | 'crawl'
  /** Clicks from the start address; 1 for what a sitemap names. */
  readonly depth: number
  /** Whether there may be links behind it. */
  readonly page: boolean
  lastmod: string | null
  /** Of the page itself, once it was read. */
  title: string
  /** What other pages called it. */
  text: string
  /** Whether it was or will be fetched. */
  queued: boolean
}

/** What a source knows of a link beside its address. */
export interface LinkNote {
  readonly source: FoundLink['source']
  readonly depth: number
  readonly lastmod?: string | null
  readonly text?: string
}

/** The links of a map in the order in which they were found, each page once. */
export class LinkList {
  readonly #links: FoundLink[] = []
  readonly #found: FoundLink[] = []
  readonly #byIdentity = new Map<string, FoundLink>()
  /** Most links that are kept, and most characters of their addresses. */
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

  /** In the order of finding, which nothing changes any more: what stands behind a place came after it. */
  get found(): readonly FoundLink[] {
    return this.#found
  }

  get full(): boolean {
    return this.#links.length >= this.max || this.#chars >= this.charsMax
  }

  /** @returns the entry, new or known; null when the list is full */
  add(
    { href, identity, page }: Link,
    { source, depth, lastmod = null, text = '' }: LinkNote,
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

  /** Puts a link to the front, as the start address stands wherever it was found. */
  moveToFront(link: FoundLink): void {
    const at = this.#links.indexOf(link)
    if (at > 0) this.#links.unshift(...this.#links.splice(at, 1))
  }

  find(identity: string): FoundLink | undefined {
    return this.#byIdentity.get(identity)
  }
}

/** A copy: a short text cut out of a page would keep the whole page in memory. */
export function toOwn(text: string): string {
  return text === '' ? '' : Buffer.from(text.slice(0, textCharsMax), 'utf16le').toString('utf16le')
}
