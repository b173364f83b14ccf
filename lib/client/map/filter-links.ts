import type { LinkFilter } from './link-filter.ts'
import { createLinkTest } from './link-test.ts'
import type { LinkSource } from './map-link.ts'
import { type LinkQuery, parseQuery } from './parse-query.ts'
import type { Site } from './site.ts'

/** How many links each choice would show, all the other choices being as they are. */
export interface Facets {
  /** In the order in which the hosts were found. */
  readonly hosts: readonly { readonly host: string; readonly count: number }[]
  readonly sources: Readonly<Record<LinkSource, number>>
  /** Links with a query, which the switch shows or leaves out. */
  readonly withParameters: number
  readonly withoutParameters: number
}

/** The links that a filter lets through. */
export interface Matches {
  readonly filter: LinkFilter
  /** 1 for each link that is shown. */
  readonly mask: Uint8Array
  readonly count: number
  /** For `visibleRows`: how many of them are at or below each node. */
  readonly nodeCounts: Int32Array
  readonly facets: Facets
  /** Words are looked for as they stand; only where none is found their letters may lie apart. */
  readonly fuzzy: boolean
}

/**
 * Filters the links of a site.
 * @param previous what the same filter gave before the site grew: then only what is new is looked at
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
  const hosts = index.hosts.map((_, place) => known?.facets.hosts[place]?.count ?? 0)
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
      hosts: index.hosts.map((host, place) => ({ host, count: hosts[place] ?? 0 })),
      sources,
      withParameters,
      withoutParameters,
    },
    fuzzy,
  }
}
