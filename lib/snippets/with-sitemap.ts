/** The options of a map as Firecrawl's SDKs know them: one field says what to do with sitemaps. */
export function withSitemap(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { ignoreSitemap, sitemapOnly, ...rest } = options
  if (ignoreSitemap === true) return { ...rest, sitemap: 'skip' }
  return sitemapOnly === true ? { ...rest, sitemap: 'only' } : rest
}
