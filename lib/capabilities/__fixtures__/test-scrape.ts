import { scrapeParamsSchema, type ScrapeData } from '#lib/contracts/api/scrape.ts'
import type { Browser } from '#lib/web/browser/browser.ts'
import { createExtractPool } from '#lib/web/extract/extract-pool.ts'
import { createCheckRobots } from '#lib/web/fetch/robots/check-robots.ts'
import { createFetchPage } from '#lib/web/fetch/fetch-page.ts'
import { createPageMemoryLimiter } from '#lib/web/fetch/page-memory.ts'
import { createPoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { createSafeFetch, type SafeFetchSettings } from '#lib/web/fetch/safe-fetch.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import { scrapePage } from '#lib/capabilities/web/scrape-page.ts'
import { readScrapeRequest } from '#lib/capabilities/web/scrape-request.ts'
import { ApiError } from '#lib/errors.ts'
import { createTestContext } from './test-context.ts'
import { startWebServer, type WebPage } from './web-server.ts'

export type TestScrape = (params: Record<string, unknown>, context?: RequestContext) => Promise<ScrapeData>

// Workers take a moment to load their libraries: the tests of a file share them.
const extract = createExtractPool({ workers: 2 })
const readPdf: ReadPdf = () => Promise.reject(new Error('no test reads a PDF here'))
const pages = { find: () => Promise.resolve(null), save: () => Promise.resolve() }

/** The scrape itself, without HTTP around it, behind a guard with these settings. */
export function createTestScrape(
  settings: SafeFetchSettings & { readonly robots?: boolean; readonly allowCookies?: boolean },
  browser: Browser | null = null,
): TestScrape {
  const { robots = false, allowCookies = false } = settings
  const fetch = createPoliteFetch(createSafeFetch(settings))
  const fetchPage = createFetchPage(fetch)
  const checkRobots = robots ? createCheckRobots(fetch) : null
  return async (params, context = createTestContext()) => {
    const request = readScrapeRequest(scrapeParamsSchema.parse(params), '', { browser, allowCookies })
    const space = createPageMemoryLimiter(Infinity)()
    return await scrapePage(request, context, { fetchPage, extract, readPdf, pages, browser, checkRobots, space })
  }
}

/** The code and field of the error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<{ code: string; param: string | null }> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, param: error.param }
    throw error
  }
  return { code: 'none', param: null }
}

/** Scrapes `/` of a server with this page. */
export async function scrapeOne(page: string | WebPage, params: Record<string, unknown> = {}) {
  await using site = await startWebServer({ '/': page })
  const scrape = createTestScrape({ allowPrivateHosts: [site.host] })
  return await scrape({ url: `${site.origin}/`, formats: ['markdown', 'text', 'links'], ...params })
}

/** The error of that scrape. */
export async function failureOfOne(page: string | WebPage, params: Record<string, unknown> = {}) {
  return await failureOf(scrapeOne(page, params))
}
