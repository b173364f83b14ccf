import type { MapDetail } from '#lib/contracts/api/map.ts'

export type LinkSource = MapDetail['source']

export const linkSources: readonly LinkSource[] = ['sitemap', 'page', 'crawl']

/** One link of a map; null is what the answer did not tell. */
export interface MapLink {
  /** Absolute, as the site spells it. */
  readonly url: string
  readonly source: LinkSource | null
  /** Clicks from the start address. */
  readonly depth: number | null
  /** As the sitemap writes it: a date, or anything. */
  readonly lastmod: string | null
  readonly title: string | null
}
