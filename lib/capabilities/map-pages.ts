import { mapLimitDefault, mapTimeoutMsDefault } from '#lib/contracts/map.ts'
import type { MapAnswer, MapEvent, MapRequest } from '#lib/contracts/map.ts'
import { Discovery } from '#lib/engines/web/crawl/discovery.ts'
import { type MapBudgets, mapBudgets } from '#lib/engines/web/crawl/map-budgets.ts'
import type { PoliteFetch } from '#lib/engines/web/politeness/polite-fetch.ts'
import { readStartUrls } from '#lib/engines/web/url-identity/read-start-urls.ts'
import type { Call, EventStream } from './call.ts'
import { streamMap } from './stream-map.ts'
import { writeMap } from './write-map.ts'

export interface MapOptions {
  /** Shared by everything that visits websites, so that together they stay polite. */
  readonly fetch: PoliteFetch
  /** In the place of the usual ones. */
  readonly budgets?: Partial<MapBudgets>
}

/** What a map needs of its call. */
export type MapCall = Pick<Call, 'signal' | 'truncated' | 'waited'>

/** Looks for the pages of a website and answers when all is found. */
export type FindPages = (input: MapRequest, call: MapCall) => Promise<MapAnswer>

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

/** The same, telling what is found while it is found. */
export type StreamPages = (input: MapRequest, call: MapCall) => EventStream<MapEvent>

export function createStreamPages(options: MapOptions): StreamPages {
  return (input, call) => streamMap(signal => startDiscovery(input, signal, options), input, call)
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
