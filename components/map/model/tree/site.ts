import { emptyIndex, growIndex, type LinkIndex } from '#components/map/model/link-index.ts'
import type { MapLink } from '#components/map/model/map-link.ts'
import { SiteTree } from './site-tree.ts'

/**
 * The links of a map, and the tree of them. A link is known by its place in `links`, which never changes while the
 * map grows. A site that has grown is another object on the same storage; the former one is no longer to be used.
 */
export interface Site {
  /** In the order of arrival. */
  readonly links: readonly MapLink[]
  readonly tree: SiteTree
  /** Places in `links` in the order of the whole answer; null until it has come, or when it is that of arrival. */
  readonly order: readonly number[] | null
  readonly places: ReadonlyMap<string, number>
  readonly index: LinkIndex
}

export function emptySite(): Site {
  return { links: [], tree: SiteTree.empty(), order: null, places: new Map(), index: emptyIndex() }
}

/** Adds what is new; an address that is there already is left out. */
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
 * What the whole answer makes of the links that came ahead: its order counts, and its details, which know titles that
 * were not known before. What it adds gets the next numbers, so that nothing that is shown moves. Where it leaves out
 * what came ahead, as a search does, it is a site of its own, with other numbers.
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

/** Link numbers in the order in which lists and exports have them. */
export function linkOrder(site: Site): readonly number[] {
  return site.order ?? site.links.map((_, link) => link)
}
