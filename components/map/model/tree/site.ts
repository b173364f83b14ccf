import { emptyIndex, growIndex, type LinkIndex } from '#components/map/model/link-index.ts'
import type { MapLink } from '#components/map/model/map-link.ts'
import { SiteTree } from './site-tree.ts'

/**
 * The links of a map, and their tree. A link number is its index in `links`, which never changes while the
 * map grows. A grown site is a new object on the same storage; the previous one must not be used any more.
 */
export interface Site {
  /** In the order of arrival. */
  readonly links: readonly MapLink[]
  readonly tree: SiteTree
  /**
   * Indexes in `links` in the order of the complete response; null before, or when it is the order of
   * arrival.
   */
  readonly order: readonly number[] | null
  readonly indexByUrl: ReadonlyMap<string, number>
  readonly index: LinkIndex
}

export function emptySite(): Site {
  return { links: [], tree: SiteTree.empty(), order: null, indexByUrl: new Map(), index: emptyIndex() }
}

/** Adds new links; URLs already present are skipped. */
export function growSite(site: Site, links: readonly MapLink[]): Site {
  const positions = site.indexByUrl as Map<string, number>
  const fresh: MapLink[] = []
  for (const link of links) {
    if (positions.has(link.url)) continue
    positions.set(link.url, positions.size)
    fresh.push(link)
  }
  const all = site.links as MapLink[]
  for (const link of fresh) all.push(link)
  growIndex(site.index, fresh)
  return { ...site, links: all, tree: site.tree.grow(fresh.map(({ url }) => url)) }
}

/**
 * Merges the complete response: its order and its details, such as titles, take precedence. Added links get
 * the next numbers, so that nothing shown moves. When it omits earlier links, as a search does, it becomes a
 * separate site with other numbers.
 */
export function settleSite(site: Site, answer: readonly MapLink[]): Site {
  const named = new Set(answer.map(({ url }) => url))
  if (!site.links.every(({ url }) => named.has(url))) return growSite(emptySite(), answer)
  const whole = growSite(site, answer)
  const order = new Set(answer.map(({ url }) => whole.indexByUrl.get(url) ?? -1))
  const links = whole.links.slice()
  let namesChanged = false
  for (const link of answer) {
    const index = whole.indexByUrl.get(link.url) ?? -1
    namesChanged ||= link.title !== links[index]?.title
    links[index] = link
  }
  const index = namesChanged ? emptyIndex() : whole.index
  if (namesChanged) growIndex(index, links)
  const positions = [...order]
  return { ...whole, links, index, order: positions.every((index, at) => index === at) ? null : positions }
}

/** Link numbers in the order of lists and exports. */
export function linkOrder(site: Site): readonly number[] {
  return site.order ?? site.links.map((_, link) => link)
}
