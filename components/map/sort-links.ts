import type { Matches } from './model/filter-links.ts'
import { linkSources, type MapLink } from './model/map-link.ts'
import { linkOrder, type Site } from './model/tree/site.ts'
import type { RowOrder } from './use-virtual-rows.ts'

export interface LinkSort {
  /** `order` is that of the map itself. */
  readonly by: 'order' | 'source' | 'lastmod' | 'depth'
  readonly down: boolean
}

/** The filtered links in sort order; unknown values come last in both directions. */
export function sortLinks(site: Site, matches: Matches | null, { by, down }: LinkSort): RowOrder {
  const order = linkOrder(site).filter(link => matches === null || matches.mask[link] === 1)
  const known: number[] = []
  const unknown: number[] = []
  const keys = new Map<number, number>()
  if (by !== 'order') {
    for (const link of order) {
      const key = keyOf(site.links[link], by)
      if (key === null) unknown.push(link)
      else {
        keys.set(link, key)
        known.push(link)
      }
    }
    known.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
  }
  const rising = by === 'order' ? order : known
  const sorted = Int32Array.from([...(down ? rising.toReversed() : rising), ...unknown])
  return { count: sorted.length, keyAt: index => sorted[index] ?? -1, indexOf: link => sorted.indexOf(link) }
}

function keyOf(link: MapLink | undefined, by: 'source' | 'lastmod' | 'depth'): number | null {
  if (link === undefined) return null
  if (by === 'depth') return link.depth
  if (by === 'source') return link.source === null ? null : linkSources.indexOf(link.source)
  const time = link.lastmod === null ? Number.NaN : Date.parse(link.lastmod)
  return Number.isNaN(time) ? null : time
}
