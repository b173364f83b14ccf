import type { MapAnswer, mapContract, MapRequest, mapV2Contract } from '#lib/contracts/map.ts'
import { mapLimitDefault, mapTimeoutMsDefault } from '#lib/contracts/map.ts'
import { Discovery } from '#lib/engines/web/crawl/discovery.ts'
import { type MapBudgets, mapBudgets } from '#lib/engines/web/crawl/map-budgets.ts'
import type { PoliteFetch } from '#lib/engines/web/politeness/polite-fetch.ts'
import { readStartUrls } from '#lib/engines/web/url-identity/read-start-urls.ts'
import type { Call, Handler } from './call.ts'
import { streamMap } from './stream-map.ts'
import { writeWebJson } from './web-json.ts'
import { writeMap } from './write-map.ts'

export interface MapOptions {
  /** Shared by everything that visits websites, so that together they stay polite. */
  readonly fetch: PoliteFetch
  /** In the place of the usual ones. */
  readonly budgets?: Partial<MapBudgets>
}

/** Looks for the pages of a website and answers when all is found. */
export type FindPages = (input: MapRequest, call: Call) => Promise<MapAnswer>

export function createFindPages(options: MapOptions): FindPages {
  return async (input, call) => {
    const discovery = startDiscovery(input, call.signal, options)
    const startedAt = performance.now()
    try {
      await discovery.run()
    } finally {
      call.waited('upstream', performance.now() - startedAt)
    }
    return await writeMap(discovery, input, call)
  }
}

/** Lists the pages of a website, as a whole or while they are found. */
export function createMap(options: MapOptions): Handler<typeof mapContract> {
  const find = createFindPages(options)
  return (input, call) => {
    if (input.stream !== true) return find(input, call).then(writeWebJson)
    return streamMap(signal => startDiscovery(input, signal, options), input, call)
  }
}

/** The same for the second version's requests. */
export function createMapV2(map: Handler<typeof mapContract>): Handler<typeof mapV2Contract> {
  return ({ sitemap, ...input }, call) => {
    if (sitemap === null || sitemap === undefined) return map(input, call)
    return map({ ...input, ignoreSitemap: sitemap === 'skip', sitemapOnly: sitemap === 'only' }, call)
  }
}

function startDiscovery(input: MapRequest, signal: AbortSignal, { fetch, budgets }: MapOptions): Discovery {
  const searching = (input.search ?? '') !== ''
  return new Discovery(
    {
      startUrls: readStartUrls(input.url),
      ignoreSitemap: input.ignoreSitemap === true,
      sitemapOnly: input.sitemapOnly === true,
      includeSubdomains: input.includeSubdomains === true,
      enough: searching ? null : (input.limit ?? mapLimitDefault),
      timeoutMs: input.timeout ?? mapTimeoutMsDefault,
    },
    { fetch, budgets: { ...mapBudgets, ...budgets }, signal },
  )
}
