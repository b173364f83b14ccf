import { linkSources, type MapLink } from '#components/map/model/map-link.ts'
import { emptySite, growSite, type Site } from '#components/map/model/tree/site.ts'

/** A link without details. */
export function linkTo(url: string, details: Partial<MapLink> = {}): MapLink {
  return { url, source: null, depth: null, lastmod: null, title: null, ...details }
}

export function siteOf(urls: readonly string[]): Site {
  return growSite(emptySite(), urls.map((url, at) => linkTo(url, { source: linkSources[at % 3] ?? null })))
}
