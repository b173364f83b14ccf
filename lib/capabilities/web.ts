import type { mapContract, mapV2Contract } from '#lib/contracts/map.ts'
import type { scrapeContract, scrapeFlatContract, scrapeFlatV2Contract } from '#lib/contracts/scrape.ts'
import type { mapEnvelopeContract } from '#lib/contracts/web.ts'
import type { Browser } from '#lib/engines/web/browser/browser.ts'
import type { MapBudgets } from '#lib/engines/web/crawl/map-budgets.ts'
import { createExtractPool } from '#lib/engines/web/extract/extract-pool.ts'
import { createPageRoom } from '#lib/engines/web/page/page-room.ts'
import type { Handler } from './call.ts'
import { createMapEnvelope } from './map-envelope.ts'
import { createMap, createMapV2 } from './map.ts'
import type { LibraryKeeper } from './library/library-keeper.ts'
import type { PageCache } from './page-cache.ts'
import { createWebThread } from './web-thread.ts'
import type { WebGuarding } from './web-work.ts'
import type { ReadPdf } from './read-pdf.ts'
import { createScrape, createScrapeFlat, createScrapeFlatV2 } from './scrape.ts'
import { createReadPage } from './search/create-read-page.ts'
import { createSearches, type Searches, type SearchesOptions } from './search/create-searches.ts'

export interface WebSettings {
  /** Budgets of a map in the place of the usual ones. */
  readonly map: Partial<MapBudgets>
  /** Whether robots rules count for a single page too, and whether callers may send it cookies. */
  readonly scrape: { readonly robots: boolean; readonly cookies: boolean }
}

export interface WebOptions {
  readonly guarding: WebGuarding
  readonly pages: PageCache
  readonly readPdf: ReadPdf
  readonly library: LibraryKeeper
  readonly searching: Omit<SearchesOptions, 'readPage' | 'version'>
  /** Null: the scripts of pages are not run. */
  readonly browser: Browser | null
  readonly settings?: WebSettings
  /** How many pages are turned into text at a time. */
  readonly workers: number
  readonly version: string
}

/** Everything that visits websites, in each of its spellings. */
export interface Web {
  readonly map: Handler<typeof mapContract>
  readonly mapV2: Handler<typeof mapV2Contract>
  readonly mapEnvelope: Handler<typeof mapEnvelopeContract>
  readonly scrape: Handler<typeof scrapeContract>
  readonly scrapeFlat: Handler<typeof scrapeFlatContract>
  readonly scrapeFlatV2: Handler<typeof scrapeFlatV2Contract>
  readonly search: Searches['search']
  readonly rawSearch: Searches['raw']
}

const roomBytes = 512 * 1024 * 1024

/** Joins them over one thread, whose fetch is polite: together they do not press a site. */
export function createWeb({
  guarding,
  pages,
  readPdf,
  library,
  searching,
  browser,
  settings,
  workers,
  version,
}: WebOptions): Web {
  const thread = createWebThread({ guarding, budgets: settings?.map ?? {} })
  const map = createMap(thread)
  const parts = {
    fetchPage: thread.fetchPage,
    extract: createExtractPool({ workers }),
    pages,
    readPdf,
    library,
    browser,
    checkRobots: settings?.scrape.robots === true ? thread.checkRobots : null,
    room: createPageRoom(roomBytes),
    allowCookies: settings?.scrape.cookies === true,
    version,
  }
  const scrapeFlat = createScrapeFlat(parts)
  const searches = createSearches({ ...searching, readPage: createReadPage(parts), version })
  return {
    map,
    mapV2: createMapV2(map),
    mapEnvelope: createMapEnvelope(thread, version),
    scrape: createScrape(parts),
    scrapeFlat,
    scrapeFlatV2: createScrapeFlatV2(scrapeFlat),
    search: searches.search,
    rawSearch: searches.raw,
  }
}
