/** Limits of one map. The response says which ones cut it short. */
export interface MapBudgets {
  /** Milliseconds of a crawl that only improves search results after a sitemap gave links. */
  readonly searchMs: number
  /** Milliseconds of one request, including redirects and body. */
  readonly requestMs: number
  /** Milliseconds that a page may delay later ones. */
  readonly patienceMs: number
  readonly pagesMax: number
  /** Decoded bytes of one page. */
  readonly pageBytesMax: number
  readonly hostsMax: number
  /** Clicks from the start URL. */
  readonly depthMax: number
  /** Pages of one path with different queries. */
  readonly queryVariantsMax: number
  readonly sitemapFilesMax: number
  readonly sitemapDepthMax: number
  /** Decompressed bytes of all sitemaps, with their white space. */
  readonly sitemapBytesMax: number
  /** Links to collect during a search. */
  readonly candidatesMax: number
}

export const mapBudgets: MapBudgets = {
  searchMs: 10_000,
  requestMs: 10_000,
  patienceMs: 3000,
  pagesMax: 2000,
  pageBytesMax: 10 * 1024 * 1024,
  hostsMax: 50,
  depthMax: 10,
  queryVariantsMax: 50,
  sitemapFilesMax: 500,
  sitemapDepthMax: 3,
  sitemapBytesMax: 512 * 1024 * 1024,
  candidatesMax: 200_000,
}

/** The limits, and `links`: a page or file had more links than the maximum. */
export type BudgetName = 'time' | 'pages' | 'hosts' | 'depth' | 'queries' | 'sitemaps' | 'links'
