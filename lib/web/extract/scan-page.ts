import type { PageMetadata } from './extraction.ts'
import { silentTags } from './flat-text.ts'
import { readTags } from './read-tags.ts'
import { cleanText } from './clean-text.ts'

const depthMax = 512
const elementsMax = 100_000
const attributesMax = 200
const charsMax = 5 * 1024 * 1024
const linksMax = 100_000
const metasMax = 1000
const countedCharsMax = 1000

export interface PageScan {
  readonly metadata: PageMetadata
  /** Absolute, without duplicates, in page order. */
  readonly links: readonly string[]
  readonly scripts: number
  /** Characters outside scripts and styles, without spaces; counting stops above 1000. */
  readonly shownChars: number
  /** Why the page must not be parsed into a DOM; null if it may. */
  readonly excess: string | null
}

/**
 * Scans a page once as a stream, which is always fast: its links, its metadata, and whether its DOM would be too
 * expensive. Nested elements and attributes cost DOM parsers quadratic time.
 */
export function scanPage(html: string, url: string): PageScan {
  const head: HeadTexts = { title: '', heading: '', language: '', metas: new Map(), canonical: null }
  const hrefs: string[] = []
  let base = url
  let baseGiven = false
  let [depth, deepest, elements, scripts, widest] = [0, 0, 0, 0, 0]
  let [shownChars, quiet] = [0, 0]
  let into: 'title' | 'heading' | null = null
  readTags(html, {
    onOpen(name, attributes) {
      elements++
      deepest = Math.max(deepest, ++depth)
      widest = Math.max(widest, Object.keys(attributes).length)
      if (name === 'script') scripts++
      if (silentTags.has(name)) quiet++
      if ((name === 'a' || name === 'area') && attributes['href'] !== undefined && hrefs.length < linksMax) {
        hrefs.push(attributes['href'])
      }
      if (name === 'title' && head.title === '') into = 'title'
      if (name === 'h1' && head.heading === '') into = 'heading'
      if (name === 'html') head.language ||= attributes['lang'] ?? attributes['xml:lang'] ?? ''
      if (name === 'meta') readMeta(head, attributes)
      if (name === 'link' && /\bcanonical\b/i.test(attributes['rel'] ?? '')) {
        head.canonical ??= attributes['href'] ?? null
      }
      if (name === 'base' && !baseGiven && attributes['href'] !== undefined) {
        base = findBase(attributes['href'], url)
        baseGiven = true
      }
    },
    onText(text) {
      if (quiet === 0 && shownChars <= countedCharsMax) shownChars += countShown(text)
      if (into !== null && head[into].length < 2000) head[into] += text
    },
    onClose(name) {
      depth--
      if (silentTags.has(name)) quiet--
      if (name === 'title' || name === 'h1') into = null
    },
  })

  return {
    metadata: toMetadata(head, base),
    links: toLinks(hrefs, base),
    scripts,
    shownChars,
    excess: findExcess(html.length, deepest, elements, widest),
  }
}

function countShown(text: string): number {
  return text.slice(0, countedCharsMax * 10).replace(/[\s\ufeff]+/g, '').length
}

function readMeta(head: HeadTexts, attributes: Readonly<Record<string, string>>): void {
  const name = (attributes['property'] ?? attributes['name'] ?? attributes['http-equiv'])
    ?.toLowerCase()
    .trim()
  const content = attributes['content']
  if (name === undefined || content === undefined || head.metas.size >= metasMax || head.metas.has(name))
    return
  head.metas.set(name, content)
}

function toLinks(hrefs: readonly string[], base: string): string[] {
  const links = new Set<string>()
  for (const href of new Set(hrefs)) {
    const address = toWebAddress(href, base)
    if (address !== null && !isPlaceOnPage(href)) links.add(address)
  }
  return [...links]
}

// A fragment of the same page; routes of an application (`#/…`, `#!/…`) are pages.
function isPlaceOnPage(href: string): boolean {
  return /^\s*#(?!!?\/)/.test(href)
}

function findExcess(chars: number, depth: number, elements: number, attributes: number): string | null {
  if (chars > charsMax) return `it exceeds ${charsMax / 1024 / 1024} million characters`
  if (depth > depthMax) return `its elements are nested deeper than ${depthMax} levels`
  if (elements > elementsMax) return `it has more than ${elementsMax} elements`
  if (attributes > attributesMax) return `an element has more than ${attributesMax} attributes`
  return null
}

/** Raw values from the head of a page. */
interface HeadTexts {
  title: string
  heading: string
  language: string
  /** By lower-case name; the first one counts. */
  readonly metas: Map<string, string>
  canonical: string | null
}

const pageMetadataCharsMax = 2000
const ogNames = {
  'og:title': 'ogTitle',
  'og:description': 'ogDescription',
  'og:url': 'ogUrl',
  'og:image': 'ogImage',
  'og:type': 'ogType',
  'og:locale': 'ogLocale',
  'og:site_name': 'ogSiteName',
} as const satisfies Record<string, `og${string}`>

/** The first available value of each kind: its own element, then Open Graph, then alternatives. */
function toMetadata(head: HeadTexts, base: string): PageMetadata {
  const first = (...texts: (string | undefined)[]): string => texts.map(tidy).find(text => text !== '') ?? ''
  const meta = (...names: string[]): string => first(...names.map(name => head.metas.get(name)))
  const author = meta('author', 'article:author', 'parsely-author', 'dc.creator')
  const publishedTime = meta('article:published_time', 'date', 'dc.date', 'dcterms.created', 'pubdate')
  const canonical = head.canonical === null ? null : toWebAddress(head.canonical, base)
  const og = Object.entries(ogNames).map(([name, key]) => [key, meta(name)] as const)
  return {
    title: first(head.title, head.metas.get('og:title'), head.heading),
    description: meta('description', 'og:description', 'twitter:description'),
    language: first(head.language, head.metas.get('content-language'), head.metas.get('og:locale')),
    ...(author !== '' && { author }),
    ...(publishedTime !== '' && { publishedTime }),
    ...(canonical !== null && { canonical }),
    ...Object.fromEntries(
      og.filter(([, text]) => text !== '').map(([key, text]) => [key, whole(key, text, base)]),
    ),
  }
}

function whole(key: string, text: string, base: string): string {
  return key === 'ogImage' || key === 'ogUrl' ? (toWebAddress(text, base) ?? text) : text
}

function tidy(text: string | undefined): string {
  return cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, pageMetadataCharsMax)
}

const webAddressCharsMax = 8192

/** An absolute http or https URL of a page; null for other schemes and invalid URLs. */
export function toWebAddress(text: string, base: string): string | null {
  if (text.length > webAddressCharsMax) return null
  const url = URL.parse(text.trim(), base)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/** The base of a page's URLs, if it has a `<base>`. */
export function findBase(href: string, url: string): string {
  return toWebAddress(href, url) ?? url
}
