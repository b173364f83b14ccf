import type { mapContract, mapV2Contract } from '#lib/contracts/map.ts'
import type { Handler } from './call.ts'
import type { WebThread } from './web-thread.ts'
import { WrittenJson } from './written-json.ts'

/** Lists the pages of a website, as a whole or while they are found. */
export function createMap(thread: WebThread): Handler<typeof mapContract> {
  return (input, call) => {
    if (input.stream === true) return thread.streamPages(input, call)
    return thread.ask({ kind: 'writePages', input }, call).then(parts => new WrittenJson(parts))
  }
}

/** The same for the second version's requests. */
export function createMapV2(map: Handler<typeof mapContract>): Handler<typeof mapV2Contract> {
  return ({ sitemap, ...input }, call) => {
    if (sitemap === null || sitemap === undefined) return map(input, call)
    return map({ ...input, ignoreSitemap: sitemap === 'skip', sitemapOnly: sitemap === 'only' }, call)
  }
}
