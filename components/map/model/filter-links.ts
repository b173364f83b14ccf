import type { LinkFilter } from './link-filter.ts'
import type { LinkSource } from './map-link.ts'
import type { Site } from './tree/site.ts'
import type { LinkIndex } from './link-index.ts'

/** Number of links for each choice, with all other filters applied. */
export interface Facets {
  /** In the order the hosts were found. */
  readonly hosts: readonly { readonly host: string; readonly count: number }[]
  readonly sources: Readonly<Record<LinkSource, number>>
  /** Links with a query string, toggled by the switch. */
  readonly withParameters: number
  readonly withoutParameters: number
}

/** The links that match a filter. */
export interface Matches {
  readonly filter: LinkFilter
  /** 1 for each shown link. */
  readonly mask: Uint8Array
  readonly count: number
  /** For `visibleRows`: number of matches at or below each node. */
  readonly nodeCounts: Int32Array
  readonly facets: Facets
  /** Words match exactly; only without any exact match, fuzzily. */
  readonly fuzzy: boolean
}

/**
 * Filters the links of a site.
 * @param previous the result of the same filter before the site grew: only new links are then checked
 */
export function filterLinks(site: Site, filter: LinkFilter, previous: Matches | null = null): Matches {
  const query = parseQuery(filter.query)
  const known = previous?.filter === filter ? previous : null
  if (query.words.length === 0) return scan(site, filter, query, { fuzzy: false, known })
  const from = known?.fuzzy === true ? known.mask.length : 0
  const fuzzy = known?.fuzzy !== false && !someFits(site, createLinkTest(site.index, query, plainly), from)
  return scan(site, filter, query, { fuzzy, known: known?.fuzzy === fuzzy ? known : null })
}

const plainly = { fuzzy: false }

function someFits({ links }: Site, fits: (link: number) => boolean, from: number): boolean {
  for (let link = from; link < links.length; link += 1) if (fits(link)) return true
  return false
}

interface ScanOptions {
  readonly fuzzy: boolean
  readonly known: Matches | null
}

function scan(site: Site, filter: LinkFilter, query: LinkQuery, { fuzzy, known }: ScanOptions): Matches {
  const { links, tree, index } = site
  const size = links.length
  const mask = new Uint8Array(size)
  const hosts = index.hosts.map((_, index) => known?.facets.hosts[index]?.count ?? 0)
  const sources = { sitemap: 0, page: 0, crawl: 0, ...known?.facets.sources }
  let withParameters = known?.facets.withParameters ?? 0
  let withoutParameters = known?.facets.withoutParameters ?? 0
  let count = known?.count ?? 0
  if (known !== null) mask.set(known.mask)
  const hostShown = index.hosts.map(host => filter.hosts?.has(host) ?? true)
  const fits = createLinkTest(index, query, { fuzzy })

  for (let link = known?.mask.length ?? 0; link < size; link += 1) {
    if (!fits(link)) continue
    const source = links[link]?.source ?? null
    const host = index.hostOf[link] ?? 0
    const parameters = index.queries[link] !== ''
    const inHosts = hostShown[host] === true
    const inSources = filter.sources === null || (source !== null && filter.sources.has(source))
    const inParameters = filter.parameters || !parameters
    if (inSources && inParameters) hosts[host] = (hosts[host] ?? 0) + 1
    if (inHosts && inParameters && source !== null) sources[source] += 1
    if (inHosts && inSources && parameters) withParameters += 1
    if (inHosts && inSources && !parameters) withoutParameters += 1
    if (!inHosts || !inSources || !inParameters) continue
    mask[link] = 1
    count += 1
  }
  return {
    filter,
    mask,
    count,
    nodeCounts: tree.countMarked(mask),
    facets: {
      hosts: index.hosts.map((host, index) => ({ host, count: hosts[index] ?? 0 })),
      sources,
      withParameters,
      withoutParameters,
    },
    fuzzy,
  }
}

/**
 * Whether a link matches a filter text.
 * @param options.fuzzy the letters of a word may have gaps
 */
function createLinkTest(
  index: LinkIndex,
  { words, unwantedWords, globs, unwantedGlobs }: LinkQuery,
  { fuzzy }: { readonly fuzzy: boolean },
): (link: number) => boolean {
  const occurs = fuzzy ? isSubsequence : (word: string, text: string) => text.includes(word)
  return link => {
    const address = index.addresses[link] ?? ''
    const title = index.titles[link] ?? ''
    if (!words.every(word => occurs(word, address) || occurs(word, title))) return false
    if (unwantedWords.some(word => address.includes(word) || title.includes(word))) return false
    if (globs.length === 0 && unwantedGlobs.length === 0) return true
    const subject = {
      host: index.hosts[index.hostOf[link] ?? 0] ?? '',
      path: index.paths[link] ?? '/',
      query: index.queries[link] ?? '',
    }
    if (globs.length > 0 && !globs.some(glob => matchGlob(glob, subject))) return false
    return !unwantedGlobs.some(glob => matchGlob(glob, subject))
  }
}

/** Whether the letters occur in the text in this order, with any gaps. */
function isSubsequence(letters: string, text: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return true
}

/** A parsed filter text. */
interface LinkQuery {
  /** Lower case; each must occur. */
  readonly words: readonly string[]
  /** Lower case; none may occur. */
  readonly unwantedWords: readonly string[]
  /** One must match, if there are any. */
  readonly globs: readonly Glob[]
  /** None may match. */
  readonly unwantedGlobs: readonly Glob[]
}

function parseQuery(text: string): LinkQuery {
  const terms = text.split(/\s+/).filter(term => term !== '' && term !== '!')
  const wanted = terms.filter(term => !term.startsWith('!'))
  const unwanted = terms.filter(term => term.startsWith('!')).map(term => term.slice(1))
  return {
    words: wanted.filter(isWord).map(toLower),
    unwantedWords: unwanted.filter(isWord).map(toLower),
    globs: wanted.filter(isGlob).map(parseGlob),
    unwantedGlobs: unwanted.filter(isGlob).map(parseGlob),
  }
}

function isGlob(term: string): boolean {
  return term.includes('*')
}

function isWord(term: string): boolean {
  return !isGlob(term)
}

/** Without a scheme: pasted URLs often have one, and the searched text does not. */
function toLower(term: string): string {
  return term.toLowerCase().replace(/^https?:\/\//, '')
}

/** The part of a URL that a pattern applies to. */
type GlobTarget = 'name' | 'path' | 'address'

interface Glob {
  readonly target: GlobTarget
  /** Whether the query counts too: only for patterns that include one. */
  readonly query: boolean
  /** Lower case. */
  readonly pattern: string
}

/** The values that patterns are matched with, in lower case. */
interface GlobSubject {
  readonly host: string
  /** Decoded, from the first slash; `/` for a host alone. */
  readonly path: string
  /** Decoded, from `?` on, or empty. */
  readonly query: string
}

/**
 * Parses a pattern: `*` matches anything within a segment, `**` anything. With a slash it applies to the
 * path, without one to the last segment (`*.pdf`); with a leading host or scheme to the whole URL.
 */
export function parseGlob(text: string): Glob {
  const lower = text.toLowerCase().replace(/^[a-z][a-z\d+.-]*:\/\//, '')
  const query = lower.includes('?')
  if (lower.startsWith('/')) return { target: 'path', query, pattern: lower }
  const slash = lower.indexOf('/')
  const first = slash === -1 ? lower : lower.slice(0, slash)
  if (slash === -1) return { target: lower.startsWith('**') ? 'path' : 'name', query, pattern: lower }
  if (/[.:]/.test(first) || first === 'localhost' || lower.length < text.length) {
    return { target: 'address', query, pattern: lower }
  }
  return { target: 'path', query, pattern: first === '**' ? lower : `/${lower}` }
}

export function matchGlob({ target, query, pattern }: Glob, subject: GlobSubject): boolean {
  const text = targetOf(target, subject) + (query ? subject.query : '')
  if (matchWildcards(pattern, text)) return true
  // A pattern for everything below a folder includes the folder, and `/blog/` is the folder `/blog`.
  return pattern.endsWith('/**') && matchWildcards(pattern.slice(0, -3), text.replace(/\/$/, ''))
}

function targetOf(target: GlobTarget, { host, path }: GlobSubject): string {
  switch (target) {
    case 'address':
      return host + path
    case 'path':
      return path
    case 'name': {
      const trimmed = path.endsWith('/') ? path.slice(0, -1) : path
      return trimmed.slice(trimmed.lastIndexOf('/') + 1)
    }
  }
}

/**
 * Whether a whole text matches a pattern of characters, `*` (anything but a slash), `**` (anything) and `**`
 * with a slash after it (any number of segments, also none). Implemented manually: a regular expression for
 * `*a*a*a*b` takes minutes for a long URL; this only backtracks to the last wildcard of each kind.
 */
export function matchWildcards(pattern: string, text: string): boolean {
  let at = 0
  let index = 0
  // Position after the last wildcard of its kind, and where its continuation is tried in the text; -1 without
  // one.
  let [starIndex, starAt] = [-1, 0]
  let [doubleIndex, doubleAt, bySegment] = [-1, 0, false]
  for (;;) {
    if (pattern[index] === '*') {
      const double = pattern[index + 1] === '*'
      const segments = double && pattern[index + 2] === '/' && (index === 0 || pattern[index - 1] === '/')
      index += double ? (segments ? 3 : 2) : 1
      if (!double) {
        starIndex = index
        starAt = at
        continue
      }
      starIndex = -1
      doubleIndex = index
      doubleAt = at
      bySegment = segments
    } else if (at === text.length && index === pattern.length) return true
    else if (at < text.length && pattern[index] === text[at]) {
      at += 1
      index += 1
    } else if (starIndex !== -1 && starAt < text.length && text[starAt] !== '/') {
      starAt += 1
      at = starAt
      index = starIndex
    } else {
      if (doubleIndex === -1 || doubleAt >= text.length) return false
      doubleAt = bySegment ? afterSlash(text, doubleAt) : doubleAt + 1
      if (doubleAt === 0) return false
      starIndex = -1
      at = doubleAt
      index = doubleIndex
    }
  }
}

/** 0 where no slash follows. */
function afterSlash(text: string, from: number): number {
  return text.indexOf('/', from) + 1
}
