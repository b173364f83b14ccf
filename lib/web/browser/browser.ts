import type { Page, PageRequest } from '#lib/web/fetch/page.ts'

export interface RenderRequest extends PageRequest {
  /** Milliseconds that scripts may run after the page has loaded. */
  readonly waitMs: number
  readonly screenshot: boolean
}

export interface RenderedPage {
  readonly page: Page
  /** A PNG image; null when none was asked for. */
  readonly screenshot: Buffer | null
}

/** A real browser, which runs a page's scripts. Every connection it makes is judged like any other of ours. */
export interface Browser {
  /** @throws ApiError as fetching the page does */
  render(request: RenderRequest): Promise<RenderedPage>
}
