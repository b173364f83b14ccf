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
  readonly places: ReadonlyMap<string, number>
  readonly index: LinkIndex
}

export function emptySite(): Site {
  return { links: [], tree: SiteTree.empty(), order: null, places: new Map(), index: emptyIndex() }
}

/** Adds new links; URLs already present are skipped. */
export function growSite(site: Site, links: readonly MapLink[]): Site {
  const places = site.places as Map<string, number>
  const fresh: MapLink[] = []
  for (const link of links) {
    if (places.has(link.url)) continue
    places.set(link.url, places.size)
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
  const order = new Set(answer.map(({ url }) => whole.places.get(url) ?? -1))
  const links = whole.links.slice()
  let namesChanged = false
  for (const link of answer) {
    const place = whole.places.get(link.url) ?? -1
    namesChanged ||= link.title !== links[place]?.title
    links[place] = link
  }
  const index = namesChanged ? emptyIndex() : whole.index
  if (namesChanged) growIndex(index, links)
  const places = [...order]
  return { ...whole, links, index, order: places.every((place, at) => place === at) ? null : places }
}

/** Link numbers in the order of lists and exports. */
export function linkOrder(site: Site): readonly number[] {
  return site.order ?? site.links.map((_, link) => link)
}
