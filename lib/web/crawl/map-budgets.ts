/** How far one map may go. What they cut is told with the answer. */
export interface MapBudgets {
  /** Milliseconds of a crawl that only looks for better search results after a sitemap gave links. */
  readonly searchMs: number
  /** Milliseconds of one request, redirects and body included. */
  readonly requestMs: number
  /** Milliseconds that a page may hold up what was found after it. */
  readonly patienceMs: number
  readonly pagesMax: number
  /** Decoded bytes of one page. */
  readonly pageBytesMax: number
  readonly hostsMax: number
  /** Clicks from the start address. */
  readonly depthMax: number
  /** Pages fetched of one path with different queries. */
  readonly queryVariantsMax: number
  readonly sitemapFilesMax: number
  readonly sitemapDepthMax: number
  /** Links that are remembered while searching. */
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
  candidatesMax: 200_000,
}

/** The budgets, and `links`: there were more links on a page or in a file than are read. */
export type BudgetName = 'time' | 'pages' | 'hosts' | 'depth' | 'queries' | 'sitemaps' | 'links'
