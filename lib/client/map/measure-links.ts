import { ageBuckets, toLinkAge } from './link-age.ts'
import type { MapLink } from './map-link.ts'

/** How many links there are of each kind; only what was told is counted. */
export interface LinkStats {
  /** By clicks from the start address: at place 2 the links that are two clicks away. */
  readonly depths: readonly number[]
  /** In the order of `ageBuckets`. */
  readonly ages: readonly number[]
  readonly undated: number
}

/** @param now Unix milliseconds that ages are counted from */
export function measureLinks(links: readonly MapLink[], now: number): LinkStats {
  const depths: number[] = []
  const ages = ageBuckets.map(() => 0)
  let undated = 0
  for (const { depth, lastmod } of links) {
    if (depth !== null && depth >= 0 && depth <= depthMax) {
      while (depths.length <= depth) depths.push(0)
      depths[depth] = (depths[depth] ?? 0) + 1
    }
    const age = toLinkAge(lastmod, now)
    if (age === null) undated += 1
    else ages[age.bucket] = (ages[age.bucket] ?? 0) + 1
  }
  return { depths, ages, undated }
}

// Far more than any crawl goes: a server may say anything.
const depthMax = 100
