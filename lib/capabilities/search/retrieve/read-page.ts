import type { RequestContext } from '#lib/capabilities/request-context.ts'

/** A page as search reads it. */
export interface ReadText {
  readonly title: string
  /** After redirects. */
  readonly url: string
  readonly markdown: string
  /** As the page states it. */
  readonly published?: string
}

/**
 * Reads a page through scrape, with all its guards.
 * @throws ApiError as scrape does; `fetch_failed` for a page that returns an error or has no text
 */
export type ReadPage = (url: string, timeoutMs: number, context: RequestContext) => Promise<ReadText>
