import { toLinkAge } from '#components/map/model/link-age.ts'
import type { MapLink } from '#components/map/model/map-link.ts'
import type { Site } from '#components/map/model/tree/site.ts'

export type HeatBy = 'age' | 'depth'

// The warmest depth.
const depthHot = 8

/** 0 to 1: freshness or depth of a link; null when unknown. */
export function heatOf({ lastmod, depth }: MapLink, by: HeatBy, now: number): number | null {
  if (by === 'depth') return depth === null ? null : Math.min(depth / depthHot, 1)
  return toLinkAge(lastmod, now)?.heat ?? null
}

/** For each node the mean of known values at and below it; NaN without any. */
export function toNodeHeat({ tree, links }: Site, by: HeatBy, now: number): Float64Array {
  const sums = new Float64Array(tree.size)
  const counts = new Uint32Array(tree.size)
  links.forEach((link, index) => {
    const heat = heatOf(link, by, now)
    if (heat === null) return
    for (let node = tree.node(index); node !== -1; node = tree.parent(node)) {
      sums[node] = (sums[node] ?? 0) + heat
      counts[node] = (counts[node] ?? 0) + 1
    }
  })
  return sums.map((sum, node) => sum / (counts[node] ?? 0))
}
