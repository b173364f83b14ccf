import type { ScrapeOptions } from '#lib/capabilities/web/scrape.ts'
import { scrapePage } from '#lib/capabilities/web/scrape-page.ts'
import { readScrapeRequest } from '#lib/capabilities/web/scrape-request.ts'
import { ApiError } from '#lib/errors.ts'
import type { ReadPage } from './read-page.ts'

/** The beginning of a longer page is enough: processing it blocks other requests. */
const markdownCharsMax = 100_000

/** Reads pages as scrape does. Nothing is saved. */
export function createReadPage(parts: ScrapeOptions): ReadPage {
  return async (url, timeoutMs, call) => {
    const request = readScrapeRequest({ url, timeout: timeoutMs, library: false }, '', parts)
    const space = parts.memory()
    try {
      const { markdown = '', metadata } = await scrapePage(request, call, { ...parts, space })
      const { statusCode, title, publishedTime } = metadata
      if (statusCode >= 400) throw unread(`it returned HTTP ${statusCode}`)
      if (markdown.trim() === '') throw unread('it contains no text')
      return {
        title,
        url: metadata.url,
        markdown: markdown.slice(0, markdownCharsMax),
        ...(publishedTime !== undefined && { published: publishedTime }),
      }
    } finally {
      space.leave()
    }
  }
}

function unread(reason: string): ApiError {
  return new ApiError('fetch_failed', `The page could not be read: ${reason}.`)
}
