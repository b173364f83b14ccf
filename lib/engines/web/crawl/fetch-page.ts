import { type PageLinks, readLinks } from '#lib/engines/web/links/read-links.ts'
import { fetchPatiently } from '#lib/engines/web/politeness/fetch-patiently.ts'
import type { PoliteFetch, PoliteOptions } from '#lib/engines/web/politeness/polite-fetch.ts'
import type { RobotsBook } from '#lib/engines/web/robots/robots-book.ts'
import type { SafeResponse } from '#lib/engines/web/safe-fetch.ts'
import type { Site } from '#lib/engines/web/url-identity/site.ts'
import { ApiError } from '#lib/errors.ts'
import type { MapBudgets } from './map-budgets.ts'
import { htmlAccept } from './open-start.ts'

export interface FetchPageOptions {
  readonly site: Site
  readonly robots: RobotsBook
  readonly fetch: PoliteFetch
  readonly budgets: MapBudgets
  readonly signal: AbortSignal
  /** Whether the texts of anchors are wanted. */
  readonly texts: boolean
}

/**
 * Reads the links of one page as its robots rules allow. One that is busy is asked again, after the pause that it
 * asked for; what a redirect to another site leads to is not read.
 * @returns null when the page could not be read
 */
export async function fetchPage(
  url: URL,
  options: FetchPageOptions,
): Promise<PageLinks | 'disallowed' | null> {
  const { site, robots, fetch, budgets, signal, texts } = options
  try {
    const { rules } = await robots.rulesFor(url)
    if (!rules.allows(url.href)) return 'disallowed'
    const request: PoliteOptions = {
      signal,
      gapMs: rules.gapMs,
      timeoutMs: budgets.requestMs,
      bytesMax: budgets.pageBytesMax,
      headers: { accept: htmlAccept },
    }
    const response = await fetchPatiently(fetch, url.href, request)
    if (response.status >= 200 && response.status < 300 && isInside(response, site)) {
      return await readLinks(response, site, texts)
    }
    response.abort()
    return null
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return null
    throw error
  }
}

function isInside(response: SafeResponse, site: Site): boolean {
  const url = URL.parse(response.url)
  return url !== null && site.contains(url)
}
