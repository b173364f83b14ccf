import type { MapDetail } from '#lib/contracts/api/map.ts'

export type LinkSource = MapDetail['source']

export const linkSources: readonly LinkSource[] = ['sitemap', 'page', 'crawl']

/** One link of a map; null is unknown. */
export interface MapLink {
  /** Absolute, as spelled by the site. */
  readonly url: string
  readonly source: LinkSource | null
  /** Clicks from the start URL. */
  readonly depth: number | null
  /** As in the sitemap: a date, or any text. */
  readonly lastmod: string | null
  readonly title: string | null
}
