/** An address that a sitemap names, as it stands there. */
export interface SitemapEntry {
  readonly loc: string
  /** As written; null when there is none. */
  readonly lastmod: string | null
}

/** What one file turned out to be. */
export type SitemapFile =
  | { readonly kind: 'pages'; readonly entries: readonly SitemapEntry[] }
  | { readonly kind: 'index'; readonly entries: readonly SitemapEntry[] }
  /** Such as a page that says "not found" with status 200. */
  | { readonly kind: 'none' }
