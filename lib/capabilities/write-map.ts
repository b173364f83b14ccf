import { type MapAnswer, type MapDetail, mapLimitDefault, type MapRequest } from '#lib/contracts/map.ts'
import type { Discovery } from '#lib/engines/web/crawl/discovery.ts'
import type { FoundLink } from '#lib/engines/web/crawl/link-list.ts'
import type { MapCall } from './map-pages.ts'
import { rankLinks } from './rank-links.ts'

/** The answer of a finished map: what fits the search or everything, at most `limit`. */
export async function writeMap(discovery: Discovery, input: MapRequest, call: MapCall): Promise<MapAnswer> {
  if (discovery.cuts.size > 0) call.truncated([...discovery.cuts])
  const search = input.search ?? ''
  const { site } = discovery
  const found =
    search === ''
      ? discovery.links
      : await rankLinks(discovery.links, search, url => site?.subdomain(url) ?? '')
  const links = found.slice(0, input.limit ?? mapLimitDefault)
  const answer: MapAnswer = { success: true, links: links.map(({ href }) => href) }
  if (input.details !== true) return answer
  return {
    ...answer,
    details: links.map(toDetail),
    sitemaps: [...discovery.sitemaps],
    stopped: discovery.stopped === 'done' && found.length > links.length ? 'limit' : discovery.stopped,
  }
}

export function toDetail({ href, source, depth, lastmod, title }: FoundLink): MapDetail {
  return { url: href, source, depth, ...(lastmod !== null && { lastmod }), ...(title !== '' && { title }) }
}
